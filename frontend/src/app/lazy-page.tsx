import { type ComponentType, lazy } from 'react';
import type { PageModule } from '../lib/page-module.ts';
import { loadCode } from '../lib/resend.ts';
import { trackPageLoad } from './page-loads.ts';
import { type PageName, pageNames, pages } from './pages.ts';
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
function lazyPage(load: () => Promise<{ readonly page: PageModule }>) {
  let loading: Promise<{ default: PageModule['Page'] }> | undefined;
  const start = () => {
    loading ??= loadCode(load).then(
      ({ page }) => {
        install(page.state ?? []);
        return { default: page.Page };
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

/** Each in a chunk of its own. */
const files = import.meta.glob<{ readonly page: PageModule }>('../features/*/*-page.tsx');

function lazyPageOf(name: PageName) {
  const load = files[`../features/${pages[name].file}.tsx`];
  if (!load) throw new Error(`There is no file of the page ${name}`);
  return [name, lazyPage(load)] as const;
}

/** The pages of the table. Two that share a file are apart all the same. */
export const lazyPages = Object.fromEntries(pageNames.map(lazyPageOf)) as Readonly<
  Record<PageName, ReturnType<typeof lazyPage>>
>;
