import type { ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { useWorld, useWorlds } from "./api/queries.ts";
import { lazyView, ViewBoundary } from "./layout/view-boundary.tsx";
import { decodePart, paths } from "./paths.ts";
import { Skeleton } from "./ui/states.tsx";
import { NotFoundView } from "./views/not-found-view.tsx";

const InstanceListView = lazyView(
  async () => (await import("./views/instances/instance-list-view.tsx")).InstanceListView,
);
const InstanceView = lazyView(async () => (await import("./views/instance/instance-view.tsx")).InstanceView);
const RequestsView = lazyView(async () => (await import("./views/requests/requests-view.tsx")).RequestsView);
const CompareView = lazyView(async () => (await import("./views/compare/compare-view.tsx")).CompareView);

/** The views of a saved run. */
export const SavedViews = (): ReactNode => (
  <Switch>
    <Route path="/">
      <ViewBoundary>
        <SavedRun />
      </ViewBoundary>
    </Route>
    {savedRoutes}
    <Route>
      <NotFoundView />
    </Route>
  </Switch>
);

/** The views that only show what happened. */
export const savedRoutes = (
  <>
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
