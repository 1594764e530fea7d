import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, createElement, type ReactNode, Suspense } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LiveProvider } from "./api/live.tsx";
import { useWorld, useWorlds } from "./api/queries.ts";
import type { Target } from "./api/target.ts";
import { TargetProvider, useTarget } from "./api/target-provider.tsx";
import { StartWindow } from "./dialogs/start/start-provider.tsx";
import { WorldWindow } from "./dialogs/world/world-actions.tsx";
import { Shell } from "./layout/shell.tsx";
import { ViewBoundary } from "./layout/view-boundary.tsx";
import { lazyComponent } from "./lazy.tsx";
import { decodePart, paths } from "./paths.ts";
import { Skeleton } from "./ui/states.tsx";
import { HomeView } from "./views/home/home-view.tsx";
import { NotFoundView } from "./views/not-found-view.tsx";

// A simulator on this machine or in this tab works without a network.
const networkMode = "always";
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, staleTime: 1_000 },
    mutations: { networkMode },
  },
});

/** Creates a view that is loaded when it is first shown. Each view has an error boundary of its own. */
function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const View = lazyComponent(load);
  return (props) => (
    <ViewBoundary>
      <Suspense fallback={<Skeleton height={400} />}>{createElement(View, props)}</Suspense>
    </ViewBoundary>
  );
}

const InstanceListView = lazyView(
  async () => (await import("./views/instances/instance-list-view.tsx")).InstanceListView,
);
const InstanceView = lazyView(async () => (await import("./views/instance/instance-view.tsx")).InstanceView);
const WalkView = lazyView(async () => (await import("./views/walk/walk-view.tsx")).WalkView);
const RequestsView = lazyView(async () => (await import("./views/requests/requests-view.tsx")).RequestsView);
const ScenariosView = lazyView(async () => (await import("./views/scenarios/scenarios-view.tsx")).ScenariosView);
const FaultsView = lazyView(async () => (await import("./views/faults/faults-view.tsx")).FaultsView);
const ProfileView = lazyView(async () => (await import("./views/profile/profile-view.tsx")).ProfileView);
const CoverageView = lazyView(async () => (await import("./views/coverage/coverage-view.tsx")).CoverageView);
const CompareView = lazyView(async () => (await import("./views/compare/compare-view.tsx")).CompareView);
const ReferenceView = lazyView(async () => (await import("./views/reference/reference-view.tsx")).ReferenceView);

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
            <Windows />
            <Shell>
              <Views />
            </Shell>
          </LiveProvider>
        </TargetProvider>
      </Router>
    </QueryClientProvider>
  );
}

/** The dialogs that any view can open. Their commands come before those of the views, whose keys take precedence. */
const Windows = () =>
  useTarget().target.isReadOnly ? null : (
    <>
      <StartWindow />
      <WorldWindow />
    </>
  );

function Views(): ReactNode {
  const { isReadOnly } = useTarget().target;
  return (
    <Switch>
      <Route path="/">
        <ViewBoundary>{isReadOnly ? <SavedRun /> : <HomeView />}</ViewBoundary>
      </Route>
      <Route path="/w/:world/instances">{({ world }) => <InstanceListView world={decodePart(world)} />}</Route>
      <Route path="/w/:world/instances/:id">
        {({ world, id }) => <InstanceView key={id} world={decodePart(world)} id={decodePart(id)} />}
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
      {!isReadOnly && liveRoutes}
      <Route>
        <NotFoundView />
      </Route>
    </Switch>
  );
}

/** The views that change a simulator, or read what a saved run does not contain. */
const liveRoutes = (
  <>
    <Route path="/w/:world/instances/:id/walk">
      {({ world, id }) => <WalkView key={id} world={decodePart(world)} id={decodePart(id)} />}
    </Route>
    <Route path="/w/:world/scenarios/:name?">
      {({ world, name }) => <ScenariosView world={decodePart(world)} name={name && decodePart(name)} />}
    </Route>
    <Route path="/w/:world/faults">{({ world }) => <FaultsView world={decodePart(world)} />}</Route>
    <Route path="/w/:world/profile/:gap?">
      {({ world, gap }) => <ProfileView world={decodePart(world)} gap={gap} />}
    </Route>
    <Route path="/w/:world/coverage">{({ world }) => <CoverageView world={decodePart(world)} />}</Route>
    <Route path="/reference/:operation?">
      {({ operation }) => <ReferenceView operation={operation && decodePart(operation)} />}
    </Route>
  </>
);

/** Leads to the instances of a saved run, or to its only instance. */
function SavedRun(): ReactNode {
  const world = useWorlds().data?.worlds[0]?.world ?? "";
  const instances = useWorld(world, "instances").data?.instances;
  if (instances === undefined) return <Skeleton height={400} />;
  const [first, ...others] = instances;
  const isOnly = first !== undefined && others.length === 0;
  return <Redirect to={isOnly ? paths.instance(world, first.instanceId) : paths.instances(world)} replace />;
}
