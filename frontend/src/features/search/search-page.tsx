import { Suspense, useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { additionsState } from '../../entities/additions/saga.ts';
import { GameGridSkeleton } from '../../entities/game/game-grid.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { serverState } from '../../entities/server/state.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { CatalogueLine } from './components/catalogue-line.tsx';
import { NoQuery } from './components/no-query.tsx';
import { Results } from './components/results.tsx';
import { SearchError } from './components/search-error.tsx';
import { SearchProgress } from './components/search-progress.tsx';
import { queryIn } from './query.ts';
import { searchState } from './saga.ts';
import { selectSearch, viewOf } from './selectors.ts';
import { searchLeft, searchOpened } from './slice.ts';
import { searchTexts as texts } from './texts.ts';

/** Searches for the query in the address; leaving the page aborts the search. */
function useSearch(query: string): void {
  const dispatch = useDispatch();
  const { key } = useLocation();
  const again = useNavigationType() !== 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the visit: the same query asked again is a new search.
  useEffect(() => {
    dispatch(searchOpened({ query, again }));
  }, [dispatch, query, again, key]);
  useEffect(
    () => () => {
      dispatch(searchLeft());
    },
    [dispatch],
  );
}

// Loaded on demand: few visitors arrive from another app.
const loadShared = () => loadCode(() => import('./shared/shared-game.tsx'));
const Received = lazyPart(() => loadShared().then(({ Received }) => ({ default: Received })));
const SharedGame = lazyPart(() => loadShared().then(({ SharedGame }) => ({ default: SharedGame })));

export const page: PageModule = { Page: SearchPage, state: [libraryState, additionsState, searchState, serverState] };

/** Returns whether another app shared something to this page (share_target in build/installable.ts). */
const isReceived = (address: URLSearchParams) =>
  !address.has('q') && !address.has('shared') && ['title', 'text', 'url'].some((part) => address.has(part));

function SearchPage() {
  const [address] = useSearchParams();
  if (!isReceived(address)) return <Search query={queryIn(address)} isShared={address.has('shared')} />;
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} />
      <Suspense fallback={<GameGridSkeleton />}>
        <Received />
      </Suspense>
    </>
  );
}

function Search({ query, isShared }: { readonly query: string; readonly isShared: boolean }) {
  useSearch(query);
  useLibrary();
  const search = useSelector(selectSearch);
  const view = viewOf(search, query);
  return (
    <>
      <PageTitle title={query === '' ? texts.title : texts.documentTitle(query)} />
      <PageHeader
        title={texts.title}
        aside={
          view === 'results' && (
            <span className="text-sm whitespace-nowrap sm:text-base">{texts.count(search.games.length)}</span>
          )
        }
      />
      {isShared && (
        <Suspense>
          <SharedGame key={query} query={query} view={view} search={search} />
        </Suspense>
      )}
      {view !== 'no-query' && view !== 'error' && <SearchProgress search={search} query={query} view={view} />}
      {view === 'no-query' && <NoQuery />}
      {view === 'loading' && <GameGridSkeleton />}
      {view === 'results' && <Results search={search} />}
      {(view === 'results' || view === 'empty') && search.external === 'done' && <CatalogueLine />}
      {view === 'error' && <SearchError message={search.error ?? ''} query={query} />}
    </>
  );
}
