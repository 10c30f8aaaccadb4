import { History, ListOrdered } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { EntryGridSkeleton } from '../../entities/entry/entry-grid.tsx';
import { EntryTableSkeleton } from '../../entities/entry/entry-table.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { selectEntries, type WithLibrary } from '../../entities/library/selectors.ts';
import { libraryNeeded } from '../../entities/library/slice.ts';
import { useLibrary } from '../../entities/library/use-library.ts';
import { WaitingChanges } from '../../entities/library/waiting-changes.tsx';
import { listsState } from '../../entities/lists/state.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { VaultGames } from './components/vault-games.tsx';
import { VaultTools } from './components/vault-tools.tsx';
import { FilterBar, WaysOut } from './filters/filter-bar.tsx';
import { noFilters } from './filters/filters.ts';
import { bulkState } from './selection/bulk-saga.ts';
import { selectShown } from './selectors.ts';
import { vaultTexts as texts } from './texts.ts';
import { addressOfView, readVaultView, rememberedView, rememberView, type VaultView } from './vault-view.ts';
import { ViewsButton } from './views/views-button.tsx';

/** The session ended while the vault was open. Sign-in returns here. */
function SignedOut() {
  const { title, text, action } = texts.signedOut;
  const location = useLocation();
  return (
    <EmptyState
      scene="lost"
      tone="error"
      title={title}
      text={text}
      action={
        <ButtonLink look="primary" to="/login" state={{ from: location }}>
          {action}
        </ButtonLink>
      }
    />
  );
}

/** The server failed, but this device has stored games to show. */
function KeptVaultFault({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <MessageBox className="mb-6">
      <h2 className="font-sans text-base font-semibold tracking-normal">{texts.failed.title}</h2>
      <p className="text-sm text-ink-2">{texts.failed.shown}</p>
      <Button size="small" onClick={onRetry} className="mt-2">
        {texts.failed.retry}
      </Button>
    </MessageBox>
  );
}

/** Browsers limit how often a page may change its address. */
const addressDebounceMs = 250;

/**
 * The vault's view, mirrored into the address and remembered: an empty address, such as the vault's link, opens the
 * last view.
 * @param userId the vault's owner; undefined without one
 * @returns the view, a function that changes parts of it, and one that updates the address immediately
 */
function useVaultView(userId: string | undefined) {
  const { key, search } = useLocation();
  const navigate = useNavigate();
  const kind = useNavigationType();
  const written = readVaultView(new URLSearchParams(search));
  // Back to an empty address means that the user had cleared the view, except on a tab's first history entry.
  const isNew = kind !== 'POP' || key === 'default';
  const requested = () => (search === '' && isNew && userId && rememberedView(userId)) || written;
  const [{ view, isChosen }, setState] = useState(() => ({ view: requested(), isChosen: false }));
  const [place, setPlace] = useState(key);
  if (place !== key) {
    setPlace(key);
    // Our own writes replace the address; other navigation, such as Back or the vault's link, sets the view.
    if (kind !== 'REPLACE') setState({ view: requested(), isChosen: false });
  }

  const address = addressOfView(view);
  const upToDate = address === addressOfView(written);
  const onlyTyped = !upToDate && address === addressOfView({ ...written, query: view.query });

  const flush = useCallback(() => {
    if (!upToDate) navigate({ search: address }, { replace: true });
  }, [upToDate, address, navigate]);

  useEffect(() => {
    if (!onlyTyped) {
      flush();
      return undefined;
    }
    const timer = setTimeout(flush, addressDebounceMs);
    return () => clearTimeout(timer);
  }, [onlyTyped, flush]);

  // Do not remember a view from someone else's link until the user changes it.
  useEffect(() => {
    if (isChosen && userId) rememberView(userId, view);
  }, [isChosen, userId, view]);

  const change = useCallback(
    (changes: Partial<VaultView>) => setState(({ view }) => ({ view: { ...view, ...changes }, isChosen: true })),
    [],
  );
  return { view, change, flush };
}

export const page: PageModule = {
  Page: VaultPage,
  state: [libraryState, ...listsState, bulkState],
};

/** The search and the filters. */
const toolShapes = ['mb-2.5 h-11 sm:mb-3', 'mb-4 h-13 sm:mb-6 sm:h-11 sm:pointer-fine:h-9'];

/** Two rows on a phone, so that the first games are visible without scrolling. */
const toolRows = 'max-sm:mb-4 max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-2.5';

function VaultPage() {
  const dispatch = useDispatch();
  const load = () => dispatch(libraryNeeded());
  const owner = useSelector(selectVaultOwner);
  const { status, keptAt, error } = useLibrary();
  const { view, change, flush } = useVaultView(owner?.id);
  // Not deferred: rendering the list in slices takes twice as long, and typing is blocked only for one render.
  const query = view.query.trim();
  const all = useSelector(selectEntries);
  const arrangement = { ...view, query };
  const shown = useSelector((state: WithLibrary) => selectShown(state, arrangement));
  const { sort, order } = view;
  const sorting = useMemo(() => ({ sort, order, onSort: change }), [sort, order, change]);
  const ready = owner !== null && status === 'ready';
  const count = all.length;
  const waiting = owner !== null && (status === 'idle' || status === 'loading');
  const failed = owner !== null && status === 'failed';
  return (
    <>
      <PageTitle title={texts.documentTitle} />
      <PageHeader
        title={texts.title}
        className="mb-5 flex-nowrap! max-sm:mb-3 max-sm:gap-x-2"
        actions={
          owner && (
            <div className="-my-2 flex shrink-0 max-sm:-mr-2">
              <ButtonLink to="/lists" look="plain" title={texts.lists} className="min-w-11 px-2.5! sm:px-3.5!">
                <ListOrdered aria-hidden="true" className="size-4.5" />
                <span className="max-sm:sr-only">{texts.lists}</span>
              </ButtonLink>
              <ButtonLink
                to="/library/history"
                look="plain"
                title={texts.history}
                aria-label={texts.history}
                className="min-w-11 px-2.5!"
              >
                <History aria-hidden="true" className="size-4.5" />
              </ButtonLink>
            </div>
          )
        }
        description={
          <span role="status" className="tabular-nums [overflow-wrap:anywhere]">
            {ready && texts.count(shown.length, count) + (query && texts.matching(query))}
            {waiting && texts.loading}
            {/* Keeps the line's height. */}
            {!ready && !waiting && '\u00a0'}
          </span>
        }
      />
      {!owner && <SignedOut />}
      {failed && <LoadFailure title={texts.failed.title} text={texts.failed.text} onRetry={load} />}
      {waiting && (
        <Loading shapes={toolShapes}>{view.view === 'cards' ? <EntryGridSkeleton /> : <EntryTableSkeleton />}</Loading>
      )}
      {ready && <AsOf at={keptAt} text={texts.kept} className="mb-6" />}
      {ready && error !== null && <KeptVaultFault onRetry={load} />}
      {ready && <WaitingChanges />}
      {ready && count === 0 && (
        <EmptyState
          scene="shelf"
          title={texts.empty.title}
          text={texts.empty.text}
          action={
            <>
              <ButtonLink look="primary" to="/search?q=popular">
                {texts.empty.action}
              </ButtonLink>
              <ButtonLink to="/import">{texts.empty.bring}</ButtonLink>
            </>
          }
        />
      )}
      {ready && count > 0 && (
        <div className={toolRows}>
          <VaultTools view={view} onChange={change} onRest={flush}>
            <ViewsButton userId={owner.id} view={view} onChange={change} />
          </VaultTools>
          <FilterBar arrangement={arrangement} onChange={change} />
        </div>
      )}
      {ready && count > 0 && shown.length === 0 && (
        <EmptyState
          scene="search"
          title={texts.noMatch.title}
          text={texts.noMatch.text}
          action={
            <>
              <WaysOut arrangement={arrangement} onChange={change} />
              <Button onClick={() => change({ query: '', console: null, filters: noFilters })}>
                {texts.noMatch.action}
              </Button>
            </>
          }
        />
      )}
      {ready && <VaultGames entries={shown} view={view.view} sorting={sorting} />}
    </>
  );
}
