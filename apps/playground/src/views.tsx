import type { ReactNode } from "react";
import { Route, Switch } from "wouter";
import { StartWindow } from "./dialogs/start/start-window.tsx";
import { WorldWindow } from "./dialogs/world/world-actions.tsx";
import { lazyView, ViewBoundary } from "./layout/view-boundary.tsx";
import { decodePart } from "./paths.ts";
import { savedRoutes } from "./saved-views.tsx";
import { HomeView } from "./views/home/home-view.tsx";
import { NotFoundView } from "./views/not-found-view.tsx";

const StartLink = lazyView(async () => (await import("./dialogs/start/start-link.tsx")).StartLink);
const WalkView = lazyView(async () => (await import("./views/walk/walk-view.tsx")).WalkView);
const ScenariosView = lazyView(async () => (await import("./views/scenarios/scenarios-view.tsx")).ScenariosView);
const FaultsView = lazyView(async () => (await import("./views/faults/faults-view.tsx")).FaultsView);
const ProfileView = lazyView(async () => (await import("./views/profile/profile-view.tsx")).ProfileView);
const CoverageView = lazyView(async () => (await import("./views/coverage/coverage-view.tsx")).CoverageView);
const ReferenceView = lazyView(async () => (await import("./views/reference/reference-view.tsx")).ReferenceView);

/**
 * The views of the playground, and the dialogs that any view can open. The commands of the dialogs come before those of
 * the views, whose keys take precedence.
 */
export const Views = (): ReactNode => (
  <>
    <StartWindow />
    <WorldWindow />
    <Switch>
      <Route path="/">
        <ViewBoundary>
          <HomeView />
        </ViewBoundary>
      </Route>
      {savedRoutes}
      {liveRoutes}
      <Route>
        <NotFoundView />
      </Route>
    </Switch>
  </>
);

/** The views that change a simulator, or read what a saved run does not contain. */
const liveRoutes = (
  <>
    <Route path="/try/:journey/:quick?">
      {({ journey, quick = "accept" }) => <StartLink journey={decodePart(journey)} quick={decodePart(quick)} />}
    </Route>
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
