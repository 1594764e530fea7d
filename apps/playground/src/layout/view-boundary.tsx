import type { ReactNode } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useLocation } from "wouter";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/states.tsx";

/** Shows an error of a view in place of the view, so that the navigation stays usable. Another address shows its view. */
export function ViewBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const [location] = useLocation();
  return (
    <ErrorBoundary FallbackComponent={FailedView} resetKeys={[location]}>
      {children}
    </ErrorBoundary>
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
