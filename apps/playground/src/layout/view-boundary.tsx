import { type ComponentType, createElement, type ReactNode, Suspense } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useLocation } from "wouter";
import { lazyComponent } from "../lazy.tsx";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem, Skeleton } from "../ui/states.tsx";

/** Shows an error of a view in place of the view, so that the navigation stays usable. Another address shows its view. */
export function ViewBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const [location] = useLocation();
  return (
    <ErrorBoundary FallbackComponent={FailedView} resetKeys={[location]}>
      {children}
    </ErrorBoundary>
  );
}

/** Creates a view that is loaded when it is first shown. Each view has an error boundary of its own. */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const View = lazyComponent(load);
  return (props) => (
    <ViewBoundary>
      <Suspense fallback={<Skeleton height={400} />}>{createElement(View, props)}</Suspense>
    </ViewBoundary>
  );
}

function FailedView({ error, resetErrorBoundary }: FallbackProps): ReactNode {
  const [, navigate] = useLocation();
  return (
    <Page title="This view failed" actions={<Button onPress={() => navigate(paths.home)}>Go to Home</Button>}>
      <Problem error={error instanceof Error ? error : new Error(String(error))} onRetry={resetErrorBoundary} />
    </Page>
  );
}
