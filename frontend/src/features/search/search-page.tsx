import type { Game } from '@nightshelf/contracts/games.ts';
import { useEffect, useRef } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigationType, useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { OutsideLink } from '../../components/ui/outside-link.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { useGradually } from '../../components/ui/use-gradually.ts';
import { additionsState } from '../../entities/additions/saga.ts';
import { selectAdditions } from '../../entities/additions/slice.ts';
import { GameGrid, GameGridSkeleton } from '../../entities/game/game-grid.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { AddOwnGame } from '../../entities/own-games/add-own-game.tsx';
import { serverState } from '../../entities/server/state.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { catalogueApi, sourceOf } from './catalogue.ts';
import { ResultCard } from './components/result-card.tsx';
import { SearchProgress } from './components/search-progress.tsx';
import { queryIn } from './query.ts';
import { searchState } from './saga.ts';
import { moreRequested, type SearchState, searchLeft, searchOpened, selectSearch, viewOf } from './slice.ts';
import { searchTexts as texts } from './texts.ts';

/** Covers that a wide screen shows without scrolling. */
const eagerCards = 5;

/** Moves focus to the first new game, because the focused "more" button disappears. */
function useFocusOnNew(drawn: readonly Game[]) {
  const games = useRef<HTMLDivElement>(null);
  const from = useRef<number>(undefined);
  useEffect(() => {
    if (from.current === undefined || drawn.length <= from.current) return;
    const link = games.current?.querySelectorAll('article')[from.current]?.querySelector<HTMLElement>('h3 a');
    from.current = undefined;
    if (document.activeElement === document.body) link?.focus({ preventScroll: true });
  }, [drawn]);
  const onAsked = () => {
    from.current = drawn.length;
  };
  return { games, onAsked };
}

/** Search results, and a live region that announces an added game. */
function Results({ search }: { readonly search: SearchState }) {
  const { games } = search;
  const { justAdded } = useSelector(selectAdditions);
  const drawn = useGradually(games, eagerCards);
  const focus = useFocusOnNew(drawn);
  const added = games.filter(({ guid }) => guid in justAdded).map(({ name }) => texts.inVault(name));
  return (
    <>
      <p role="status" className="sr-only">
        {added.join(' ')}
      </p>
      <h2 className="sr-only">{texts.games}</h2>
      <div ref={focus.games}>
        <GameGrid label={texts.title}>
          {drawn.map((game, place) => (
            <ResultCard key={game.guid} game={game} eager={place < eagerCards} />
          ))}
        </GameGrid>
      </div>
      {/* Waits until all games are drawn, so that they do not push it down. */}
      {search.mayBeMore && drawn.length === games.length && <More search={search} onAsked={focus.onAsked} />}
      {search.external !== 'pending' && drawn.length === games.length && (
        <div className="mt-10 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-sm text-ink-2">
          <p>{texts.notHere}</p>
          <AddOwnGame name={search.query} />
        </div>
      )}
    </>
  );
}

interface MoreProps {
  readonly search: SearchState;
  readonly onAsked: () => void;
}

function More({ search: { games, moreError }, onAsked }: MoreProps) {
  const dispatch = useDispatch();
  const ask = () => {
    onAsked();
    dispatch(moreRequested());
  };
  return (
    <div className="mt-10 flex flex-col items-center gap-3 text-sm text-ink-2">
      <p role={moreError === null ? undefined : 'alert'}>
        {moreError === null ? texts.mayBeMore(games.length) : texts.error(moreError)}
      </p>
      <Button look="quiet" onClick={ask}>
        {texts.showMore}
      </Button>
    </div>
  );
}

/** Both searches failed. Shows tips when the provider is unreachable. */
function SearchError({ message, query }: { readonly message: string; readonly query: string }) {
  const dispatch = useDispatch();
  const text = texts.error(message);
  return (
    <LoadFailure
      title={texts.errorTitle}
      text={
        <>
          <p className="[overflow-wrap:anywhere]">{text}</p>
          {text.toLowerCase().includes('proxies failed') && (
            <div className="mx-auto mt-5 max-w-md rounded-xl bg-surface-1 px-5 py-4 text-left">
              <p className="font-medium text-ink-1">{texts.tipsTitle}</p>
              <ul className="mt-2 list-disc space-y-1 pl-5">
                {texts.tips.map((tip) => (
                  <li key={tip}>{tip}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      }
      look="primary"
      onRetry={() => dispatch(searchOpened({ query, again: true }))}
    />
  );
}

/** Names the source of search results: a provider with a link, or the offline catalog. */
function CatalogueLine() {
  const { data } = catalogueApi.useCatalogueQuery();
  const source = data && sourceOf(data);
  return (
    <p className="mt-8 min-h-5 text-center text-sm text-ink-3">
      {source?.kind === 'catalogue' && texts.offlineCatalogue(source.games)}
      {source?.kind === 'provider' && (
        <>
          {texts.gamesFrom}{' '}
          <OutsideLink href={source.address} className="underline underline-offset-4 hover:text-ink-1">
            {source.name}
          </OutsideLink>
          .
        </>
      )}
    </p>
  );
}

/** The page without a query, with example searches. */
function NoQuery() {
  return (
    <EmptyState
      scene="search"
      title={texts.noQuery}
      text={texts.noQueryHint}
      action={texts.quickSearches.map((query) => (
        <ButtonLink key={query} to={`/search?q=${encodeURIComponent(query)}`}>
          {query}
        </ButtonLink>
      ))}
    />
  );
}

/** Searches for the query in the address; leaving the page aborts the search. */
function useSearch(query: string): void {
  const dispatch = useDispatch();
  const { key } = useLocation();
  const again = useNavigationType() !== 'POP';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the visit: the same query submitted again is a new search.
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
const Received = lazyPart(loadShared, 'Received', <GameGridSkeleton />);
const SharedGame = lazyPart(loadShared, 'SharedGame');

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
      <Received />
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
      {isShared && <SharedGame key={query} query={query} view={view} search={search} />}
      {view !== 'no-query' && view !== 'error' && <SearchProgress search={search} query={query} view={view} />}
      {view === 'no-query' && <NoQuery />}
      {view === 'loading' && <GameGridSkeleton />}
      {view === 'results' && <Results search={search} />}
      {(view === 'results' || view === 'empty') && search.external === 'done' && <CatalogueLine />}
      {view === 'error' && <SearchError message={search.error ?? ''} query={query} />}
    </>
  );
}
