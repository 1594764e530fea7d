import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { useHashLocation } from "wouter/use-hash-location";
import { LiveProvider } from "./api/live.tsx";
import type { Target } from "./api/target.ts";
import { TargetProvider } from "./api/target-provider.tsx";
import { Shell } from "./layout/shell.tsx";
import { Skeleton } from "./ui/states.tsx";

// A simulator on this machine or in this tab works without a network.
const networkMode = "always";
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false, staleTime: 1_000 },
    mutations: { networkMode },
  },
});

/** The address behind the `#`. The router decodes every `%`, so names that contain one would be decoded twice. */
const useAddress: typeof useHashLocation = () => {
  const [address, navigate] = useHashLocation();
  return [address.replaceAll("%", "%25"), navigate];
};

interface AppProps {
  /** The only simulator of the page; by default, the user chooses. */
  readonly target?: Target;
  /** The view of the current address. */
  readonly children: ReactNode;
}

/** The page: providers, and the frame around a view. */
export function App({ target, children }: AppProps): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <Router hook={useAddress} hrefs={(address) => `#${address}`}>
        <TargetProvider only={target} fallback={<Skeleton height={400} />}>
          <LiveProvider>
            <Shell>{children}</Shell>
          </LiveProvider>
        </TargetProvider>
      </Router>
    </QueryClientProvider>
  );
}
