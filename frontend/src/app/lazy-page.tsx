import { type ComponentType, lazy, useState } from 'react';
import { matchPath } from 'react-router-dom';
import { noteFailedLoad } from '../lib/failed-loads.ts';
import type { PageModule } from '../lib/page-module.ts';
import { loadCode } from '../lib/resend.ts';
import { within } from '../lib/within.ts';
import { trackPageLoad } from './page-loads.ts';
import { type PageName, pageNames, pages } from './pages.ts';
import { install } from './store.ts';

/**
 * For as long as it is shown it stays what it was at first: another component would lose what the page holds. Each page has a key
 * of its own, since all stand at the same place.
 */
function Newest({ of }: { readonly of: () => ComponentType }) {
  const [Page] = useState(of);
  return <Page />;
}

/**
 * A page in a chunk of its own. Its feature's state and sagas are in place before it first renders.
 * @returns the page to render, and `preload` for when a visit is likely, such as a pointer on its link
 */
function lazyPage(name: PageName, load: () => Promise<{ readonly page: PageModule }>) {
  let loading: Promise<{ default: PageModule['Page'] }> | undefined;
  let Loaded: PageModule['Page'] | undefined;
  const start = () => {
    if (!loading) globalThis.nightshelfAskFiles?.(pages[name].path);
    loading ??= loadCode(load).then(
      async ({ page }) => {
        install(page.state ?? []);
        await page.ready?.();
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
    element: <Newest key={name} of={() => Loaded ?? Attempt} />,
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
  return [name, lazyPage(name, load)] as const;
}

/** The pages of the table. Two that share a file are apart all the same. */
export const lazyPages = Object.fromEntries(pageNames.map(lazyPageOf)) as Readonly<
  Record<PageName, ReturnType<typeof lazyPage>>
>;

/** Milliseconds that the first page is waited for before the frame around it is shown without it. */
const patience = 200;

/**
 * Settles when the page of an address is there, or takes its time. Whatever is drawn in its place React keeps for a third of a
 * second, even where the page itself comes a moment later.
 */
export function untilFirstPage(): Promise<unknown> {
  const name = pageNames.find((each) => matchPath(pages[each].path, location.pathname)) ?? 'notFound';
  return within(patience, lazyPages[name].preload());
}
