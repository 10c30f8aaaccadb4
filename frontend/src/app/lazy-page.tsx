import { type ComponentType, lazy } from 'react';
import type { FeatureRoute } from '../lib/feature-route.ts';
import { loadCode } from '../lib/resend.ts';
import { trackPageLoad } from './page-loads.ts';
import { install } from './store.ts';

/** For each page whose chunk did not arrive, what lets it be asked for again: React keeps a failure for ever. */
const failures = new Set<() => void>();

/** The next visit to a page whose chunk did not arrive tries again. Not to be called while such a page still renders. */
export function forgetFailedLoads(): void {
  for (const forget of failures) forget();
  failures.clear();
}

function Newest({ of }: { readonly of: () => ComponentType }) {
  const Page = of();
  return <Page />;
}

/**
 * A page in a chunk of its own. Its feature's state and sagas are in place before it first renders.
 * @returns the page to render, and `preload` for when a visit is likely, such as a pointer on its link
 */
export function lazyPage(load: () => Promise<{ readonly route: FeatureRoute }>) {
  let loading: Promise<{ default: FeatureRoute['Page'] }> | undefined;
  const start = () => {
    loading ??= loadCode(load).then(
      ({ route }) => {
        install(route.state ?? []);
        return { default: route.Page };
      },
      (error) => {
        failures.add(forget);
        throw error;
      },
    );
    return loading;
  };
  let isVisited = false;
  const attempt = () =>
    lazy(() => {
      isVisited = true;
      return trackPageLoad(start());
    });
  let Attempt = attempt();
  const forget = () => {
    loading = undefined;
    isVisited = false;
    Attempt = attempt();
  };
  return {
    element: <Newest of={() => Attempt} />,
    /** Settles when the chunk is there, or could not be loaded. */
    preload: () =>
      start().then(
        () => {},
        // A failure that nobody sees: a visit is the first to ask. One that a visit waits for is told there instead.
        () => {
          if (!isVisited) forget();
        },
      ),
  };
}
