import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { LibraryStatistics } from '@nightshelf/contracts/statistics.ts';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ViewToggle } from '../../../components/ui/view-toggle.tsx';
import { EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { filterEntries } from '../../../entities/entry/filter-entries.ts';
import { sortEntries } from '../../../entities/entry/sort-entries.ts';
import { userTexts } from '../texts.ts';
import { useSteady } from '../use-steady.ts';

const texts = userTexts.library;

type Sort = keyof typeof texts.sorts;

const firstSort: Sort = 'recent';
const sorts = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));
const isSort = (sort: string | null): sort is Sort => sort !== null && Object.hasOwn(texts.sorts, sort);

/** After the last keystroke, before the text goes to the address: browsers limit address changes. */
const typingPauseMs = 300;

/** Search, order, view and filter of a user's library, in the address so that Back and a reload restore them. */
function useLibraryView() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [query, setQuery] = useState(params.get('q') ?? '');
  const sort = params.get('sort');

  /** Puts values into the address; an empty one, which stands for the default, is left out. */
  const change = useCallback(
    (values: Readonly<Record<string, string>>) =>
      setParams(
        (before) => {
          const kept = Object.entries({ ...Object.fromEntries(before), ...values });
          return kept.filter(([, value]) => value !== '');
        },
        { replace: true, state },
      ),
    [setParams, state],
  );
  useEffect(() => {
    if (query === (params.get('q') ?? '')) return undefined;
    const timer = setTimeout(() => change({ q: query }), typingPauseMs);
    return () => clearTimeout(timer);
  }, [query, params, change]);

  return {
    query,
    sort: isSort(sort) ? sort : firstSort,
    view: params.get('view') === 'list' ? 'list' : 'cards',
    wantsShared: params.get('shared') === 'only',
    setQuery,
    change,
  } as const;
}

interface UserLibraryProps {
  readonly username: string;
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
}

/** The visible part of a user's library, with search and order. Changes by its owner appear without jumps. */
export function UserLibrary({ username, library, stats }: UserLibraryProps) {
  const { sort, view, wantsShared, change, setQuery, ...typed } = useLibraryView();
  // Keeps typing responsive; the long list follows.
  const query = useDeferredValue(typed.query);
  const sharedOnly = wantsShared && stats.shared_games > 0;
  const sorted = useMemo(() => sortEntries(library, sort, 'newest'), [library, sort]);
  const found = useMemo(
    () => filterEntries(sharedOnly ? sorted.filter(({ is_shared }) => is_shared) : sorted, query),
    [sorted, sharedOnly, query],
  );
  const { shown: entries, waiting, accept, list } = useSteady(found, [sort, view, query, wantsShared].join());
  const clear = () => {
    setQuery('');
    change({ q: '', shared: '' });
  };
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
          <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
            <TextField
              label={texts.search}
              type="search"
              autoComplete="off"
              maxLength={200}
              placeholder={texts.searchPlaceholder}
              value={typed.query}
              onChange={({ target }) => setQuery(target.value)}
              className="w-full sm:w-72"
            />
            <SelectField
              label={texts.sort}
              options={sorts}
              value={sort}
              onChange={({ target }) => change({ sort: target.value === firstSort ? '' : target.value })}
              className="min-w-40 flex-1 sm:flex-none"
            />
            <ViewToggle view={view} onChange={(to) => change({ view: to === 'list' ? to : '' })} />
            {stats.shared_games > 0 && (
              <Checkbox
                label={texts.sharedOnly(stats.shared_games)}
                checked={sharedOnly}
                onChange={({ target }) => change({ shared: target.checked ? 'only' : '' })}
              />
            )}
          </div>
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
