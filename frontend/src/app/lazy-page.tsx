import { lazy } from 'react';
import { matchPath } from 'react-router-dom';
import { externalStore } from '../lib/external-store.ts';
import { noteFailedLoad } from '../lib/failed-loads.ts';
import { KeepsFirst } from '../lib/lazy-part.tsx';
import type { PageModule } from '../lib/page-module.ts';
import { loadCode } from '../lib/resend.ts';
import { type PageName, pageNames, pages } from './pages.ts';
import { install } from './store.ts';

/** The number of pages whose chunks are loading. */
export const pageLoads = externalStore(0);

/** Counts a page's chunk as loading until `load` settles. */
function trackPageLoad<T>(load: Promise<T>): Promise<T> {
  pageLoads.set(pageLoads.get() + 1);
  return load.finally(() => pageLoads.set(pageLoads.get() - 1));
}

/**
 * A page in its own chunk. Its feature's state and sagas are installed before it first renders.
 * @returns the page to render, and `preload` for a likely visit, such as a pointer on its link
 */
function lazyPage(name: PageName, load: () => Promise<{ readonly page: PageModule }>) {
  let loading: Promise<{ default: PageModule['Page'] }> | undefined;
  let Loaded: PageModule['Page'] | undefined;
  const start = () => {
    if (!loading) globalThis.nightshelfAskFiles?.(pages[name].path);
    loading ??= loadCode(load).then(
      ({ page }) => {
        install(page.state ?? []);
        Loaded = page.Page;
        return { default: Loaded };
      },
      (error) => {
        noteFailedLoad(forget);
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
    // Each page needs its own key, since all render at the same place.
    element: <KeepsFirst key={name} of={() => Loaded ?? Attempt} />,
    /** Settles once the chunk has loaded or failed. */
    preload: () =>
      start().then(
        () => {},
        // Forget the failure of a mere preload, so that a visit retries; a visit shows the error itself.
        () => {
          if (!isVisited) forget();
        },
      ),
  };
}

/** Each in its own chunk. */
const files = import.meta.glob<{ readonly page: PageModule }>('../features/*/*-page.tsx');

function lazyPageOf(name: PageName) {
  const load = files[`../features/${pages[name].file}.tsx`];
  if (!load) throw new Error(`There is no file of the page ${name}`);
  return [name, lazyPage(name, load)] as const;
}

/** The pages of the table, as separate components even if they share a file. */
export const lazyPages = Object.fromEntries(pageNames.map(lazyPageOf)) as Readonly<
  Record<PageName, ReturnType<typeof lazyPage>>
>;

/** How long the layout waits for the first page. */
const firstPageTimeoutMs = 200;

/**
 * Settles once the page of the URL has loaded or the timeout has passed. React keeps a fallback for a third of a
 * second, even if the page arrives a moment later.
 */
export function untilFirstPage(): Promise<unknown> {
  const name = pageNames.find((each) => matchPath(pages[each].path, location.pathname)) ?? 'notFound';
  const timeout = new Promise((resolve) => setTimeout(resolve, firstPageTimeoutMs));
  return Promise.race([lazyPages[name].preload(), timeout]);
}
