import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LiveProvider } from "./api/live.tsx";
import type { Target } from "./api/target.ts";
import { TargetProvider } from "./api/target-provider.tsx";
import { CommandProvider } from "./commands/commands.tsx";
import { StartProvider } from "./dialogs/start/start-provider.tsx";
import { WorldActionsProvider } from "./dialogs/world/world-actions.tsx";
import { CurrentWorldProvider } from "./layout/current-world.tsx";
import { Shell } from "./layout/shell.tsx";
import { ViewBoundary } from "./layout/view-boundary.tsx";
import { lazyComponent } from "./lazy.tsx";
import { decodePart } from "./paths.ts";
import { NoticeProvider } from "./ui/notices.tsx";
import { Skeleton } from "./ui/states.tsx";
import { HomeView } from "./views/home/home-view.tsx";
import { InstanceListView } from "./views/instances/instance-list-view.tsx";
import { NotFoundView } from "./views/not-found-view.tsx";

// A simulator on this machine or in this tab works without a network.
const networkMode = "always";
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, staleTime: 1_000 },
    mutations: { networkMode },
  },
});

const InstanceView = lazyComponent(async () => (await import("./views/instance/instance-view.tsx")).InstanceView);
const WalkView = lazyComponent(async () => (await import("./views/walk/walk-view.tsx")).WalkView);
const RequestsView = lazyComponent(async () => (await import("./views/requests/requests-view.tsx")).RequestsView);
const ScenariosView = lazyComponent(async () => (await import("./views/scenarios/scenarios-view.tsx")).ScenariosView);
const FaultsView = lazyComponent(async () => (await import("./views/faults/faults-view.tsx")).FaultsView);
const ProfileView = lazyComponent(async () => (await import("./views/profile/profile-view.tsx")).ProfileView);
const CoverageView = lazyComponent(async () => (await import("./views/coverage/coverage-view.tsx")).CoverageView);
const CompareView = lazyComponent(async () => (await import("./views/compare/compare-view.tsx")).CompareView);
const ReferenceView = lazyComponent(async () => (await import("./views/reference/reference-view.tsx")).ReferenceView);

/** The address behind the `#`. The router decodes every `%`, so names that contain one would be decoded twice. */
const useAddress: typeof useHashLocation = () => {
  const [address, navigate] = useHashLocation();
  return [address.replaceAll("%", "%25"), navigate];
};

/** The playground: providers, frame and views. */
export function App({ target }: { readonly target?: Target }): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <Router hook={useAddress} hrefs={(address) => `#${address}`}>
        <TargetProvider only={target} fallback={<Skeleton height={400} />}>
          <LiveProvider>
            <NoticeProvider>
              <CommandProvider>
                <CurrentWorldProvider>
                  <StartProvider>
                    <WorldActionsProvider>
                      <Shell>
                        <ViewBoundary>
                          <Suspense fallback={<Skeleton height={400} />}>
                            <Views />
                          </Suspense>
                        </ViewBoundary>
                      </Shell>
                    </WorldActionsProvider>
                  </StartProvider>
                </CurrentWorldProvider>
              </CommandProvider>
            </NoticeProvider>
          </LiveProvider>
        </TargetProvider>
      </Router>
    </QueryClientProvider>
  );
}

const Views = () => (
  <Switch>
    <Route path="/">
      <HomeView />
    </Route>
    <Route path="/w/:world/instances">{({ world }) => <InstanceListView world={decodePart(world)} />}</Route>
    <Route path="/w/:world/instances/:id">
      {({ world, id }) => <InstanceView key={id} world={decodePart(world)} id={decodePart(id)} />}
    </Route>
    <Route path="/w/:world/instances/:id/walk">
      {({ world, id }) => <WalkView key={id} world={decodePart(world)} id={decodePart(id)} />}
    </Route>
    <Route path="/w/:world/requests/:sequence?">
      {({ world, sequence }) => (
        <RequestsView
          key={world}
          world={decodePart(world)}
          sequence={sequence === undefined ? undefined : Number(sequence)}
        />
      )}
    </Route>
    <Route path="/w/:world/scenarios/:name?">
      {({ world, name }) => <ScenariosView world={decodePart(world)} name={name && decodePart(name)} />}
    </Route>
    <Route path="/w/:world/faults">{({ world }) => <FaultsView world={decodePart(world)} />}</Route>
    <Route path="/w/:world/profile/:gap?">
      {({ world, gap }) => <ProfileView world={decodePart(world)} gap={gap} />}
    </Route>
    <Route path="/w/:world/coverage">{({ world }) => <CoverageView world={decodePart(world)} />}</Route>
    <Route path="/compare">
      <CompareView />
    </Route>
    <Route path="/compare/:worldA/:idA/:worldB/:idB">
      {({ worldA, idA, worldB, idB }) => (
        <CompareView
          first={{ world: decodePart(worldA), id: decodePart(idA) }}
          second={{ world: decodePart(worldB), id: decodePart(idB) }}
        />
      )}
    </Route>
    <Route path="/reference/:operation?">
      {({ operation }) => <ReferenceView operation={operation && decodePart(operation)} />}
    </Route>
    <Route>
      <NotFoundView />
    </Route>
  </Switch>
);
