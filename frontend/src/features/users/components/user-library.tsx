import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { type View, ViewToggle } from '../../../components/ui/view-toggle.tsx';
import { EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { filterEntries } from '../../../entities/entry/filter-entries.ts';
import { sortEntries } from '../../../entities/entry/sort-entries.ts';
import { userTexts } from '../texts.ts';
import { useSteady } from '../use-steady.ts';

const texts = userTexts.library;

type Sort = keyof typeof texts.sorts;

interface LibraryView {
  readonly query: string;
  readonly sort: Sort;
  readonly view: View;
  readonly sharedOnly: boolean;
}

const plainView: LibraryView = { query: '', sort: 'recent', view: 'cards', sharedOnly: false };
/** Browsers limit how often a page may change its address. */
const addressDebounceMs = 300;

const isSort = (sort: string | null): sort is Sort => sort !== null && Object.hasOwn(texts.sorts, sort);

function viewIn(params: URLSearchParams): LibraryView {
  const sort = params.get('sort');
  return {
    query: params.get('q') ?? plainView.query,
    sort: isSort(sort) ? sort : plainView.sort,
    view: params.get('view') === 'list' ? 'list' : plainView.view,
    sharedOnly: params.get('shared') === 'only',
  };
}

function paramsOf({ query, sort, view, sharedOnly }: LibraryView): URLSearchParams {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (sort !== plainView.sort) params.set('sort', sort);
  if (view !== plainView.view) params.set('view', view);
  if (sharedOnly) params.set('shared', 'only');
  return params;
}

/** Search, order, view and filter of a user's library, stored in the address so that Back and a reload restore them. */
function useLibraryView() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [shown, setShown] = useState(() => viewIn(params));
  const address = String(params);
  const wanted = String(paramsOf(shown));
  const typing = shown.query !== viewIn(params).query;

  useEffect(() => {
    if (wanted === address) return undefined;
    const wait = typing ? addressDebounceMs : 0;
    const timer = setTimeout(() => setParams(wanted, { replace: true, state }), wait);
    return () => clearTimeout(timer);
  }, [wanted, address, typing, setParams, state]);

  return {
    shown,
    change: (changes: Partial<LibraryView>) => setShown((before) => ({ ...before, ...changes })),
    clear: () => setShown(({ sort, view }) => ({ ...plainView, sort, view })),
  };
}

const sorts = (Object.keys(texts.sorts) as Sort[]).map((value) => ({ value, label: texts.sorts[value] }));

interface LibraryControlsProps {
  readonly shown: LibraryView;
  readonly sharedGames: number;
  readonly onChange: (changes: Partial<LibraryView>) => void;
}

/** Search, order, view and, if anything is shared, the filter of a user's library. */
function LibraryControls({ shown, sharedGames, onChange }: LibraryControlsProps) {
  // The filter stays while it has focus, even if its owner shares nothing any more.
  const [isFilterFocused, setFilterFocused] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <TextField
        label={texts.search}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={texts.searchPlaceholder}
        value={shown.query}
        onChange={({ target }) => onChange({ query: target.value })}
        className="w-full sm:w-72"
      />
      <SelectField
        label={texts.sort}
        options={sorts}
        value={shown.sort}
        onChoose={(sort) => onChange({ sort })}
        className="min-w-40 flex-1 sm:flex-none"
      />
      <ViewToggle view={shown.view} onChange={(view) => onChange({ view })} />
      {(sharedGames > 0 || isFilterFocused) && (
        <Checkbox
          label={texts.sharedOnly(sharedGames)}
          checked={shown.sharedOnly}
          onChange={({ target }) => onChange({ sharedOnly: target.checked })}
          onFocus={() => setFilterFocused(true)}
          onBlur={() => setFilterFocused(false)}
        />
      )}
    </div>
  );
}

interface UserLibraryProps {
  readonly username: string;
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
}

/** The visible part of a user's library, with search and order. Changes by its owner appear without jumps. */
export function UserLibrary({ username, library, stats }: UserLibraryProps) {
  const { shown, change, clear } = useLibraryView();
  const { sort, view } = shown;
  // Keeps typing responsive; the long list follows.
  const query = useDeferredValue(shown.query);
  const sharedOnly = shown.sharedOnly && stats.shared_games > 0;
  const sorted = useMemo(() => sortEntries(library, sort, 'newest'), [library, sort]);
  const found = useMemo(
    () => filterEntries(sharedOnly ? sorted.filter(({ is_shared }) => is_shared) : sorted, query),
    [sorted, sharedOnly, query],
  );
  const { shown: entries, waiting, accept, list } = useSteady(found, [sort, view, query, shown.sharedOnly].join());
  const title = useRef<HTMLHeadingElement>(null);
  const heading = texts.heading(username);
  const Entries = view === 'list' ? EntryTable : EntryGrid;
  return (
    <section aria-label={heading}>
      <h2 ref={title} tabIndex={-1} className="mb-5 text-xl outline-none" dir="auto">
        {heading}
      </h2>
      <p role="status" className="sr-only">
        {waiting && texts.changed(username)}
      </p>
      {library.length === 0 && entries.length === 0 ? (
        <EmptyState scene="shelf" headingLevel={3} title={texts.empty} text={texts.emptyHint(username)} />
      ) : (
        <>
          <LibraryControls shown={{ ...shown, sharedOnly }} sharedGames={stats.shared_games} onChange={change} />
          <p role="status" className="mb-5 text-sm text-ink-3 tabular-nums">
            {texts.count(found.length, library.length)}
          </p>
          {entries.length > 0 ? (
            <div ref={list}>
              {waiting && (
                <ShowChanges
                  onShow={() => {
                    accept();
                    title.current?.focus({ preventScroll: true });
                  }}
                />
              )}
              <Entries entries={entries} label={heading} />
            </div>
          ) : (
            <EmptyState
              scene="search"
              headingLevel={3}
              title={texts.noMatch}
              text={texts.noMatchHint}
              action={<Button onClick={clear}>{texts.clear}</Button>}
            />
          )}
        </>
      )}
    </section>
  );
}

/** Overlays the list, so that it moves nothing itself. */
function ShowChanges({ onShow }: { readonly onShow: () => void }) {
  return (
    <div className="sticky top-20 z-10 flex h-0 items-end justify-center">
      <Button look="primary" size="small" onClick={onShow} className="rises mb-2 shrink-0 shadow-lift">
        {texts.showChanges}
      </Button>
    </div>
  );
}
