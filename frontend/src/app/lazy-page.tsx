import { lazy } from 'react';
import type { FeatureRoute } from '../lib/feature-route.ts';
import { trackPageLoad } from './page-loads.ts';
import { install } from './store.ts';

/**
 * A page in a chunk of its own. Its feature's state and sagas are in place before it first renders.
 * @returns the component, and `preload` for when a visit is likely, such as a pointer on its link
 */
export function lazyPage(load: () => Promise<{ readonly route: FeatureRoute }>) {
  let loading: Promise<{ default: FeatureRoute['Page'] }> | undefined;
  const start = () => {
    loading ??= load().then(
      ({ route }) => {
        install(route.state ?? []);
        return { default: route.Page };
      },
      (error) => {
        // The next visit tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return {
    Page: lazy(() => trackPageLoad(start())),
    /** Settles when the chunk is there, or could not be loaded. */
    preload: () =>
      start().then(
        () => {},
        () => {},
      ),
  };
}
