import type { LibraryEntry, LibraryStatistics } from '@nightshelf/contracts';
import { useDeferredValue, useMemo } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { EntryGrid } from '../../../entities/entry/entry-grid.tsx';
import { EntryTable } from '../../../entities/entry/entry-table.tsx';
import { filterEntries } from '../../../entities/entry/filter-entries.ts';
import { sortEntries } from '../../../entities/entry/sort-entries.ts';
import { userTexts } from '../texts.ts';
import { useLibraryView } from '../use-library-view.ts';
import { LibraryControls } from './library-controls.tsx';

const texts = userTexts.library;

interface UserLibraryProps {
  readonly username: string;
  readonly library: readonly LibraryEntry[];
  readonly stats: LibraryStatistics;
}

/** The part of a user's library that the viewer may see: to search, sort and look at. */
export function UserLibrary({ username, library, stats }: UserLibraryProps) {
  const { shown, change, clear } = useLibraryView();
  const { sort, view } = shown;
  // The box is typed in at once; a long list follows.
  const query = useDeferredValue(shown.query);
  const sharedOnly = shown.sharedOnly && stats.shared_games > 0;
  const sorted = useMemo(() => sortEntries(library, sort, 'newest'), [library, sort]);
  const entries = useMemo(
    () => filterEntries(sharedOnly ? sorted.filter(({ is_shared }) => is_shared) : sorted, query),
    [sorted, sharedOnly, query],
  );
  const heading = texts.heading(username);
  const Entries = view === 'list' ? EntryTable : EntryGrid;
  return (
    <section aria-label={heading}>
      <h2 className="mb-5 text-xl" dir="auto">
        {heading}
      </h2>
      {library.length === 0 ? (
        <EmptyState scene="shelf" headingLevel={3} title={texts.empty} text={texts.emptyHint(username)} />
      ) : (
        <>
          <LibraryControls shown={{ ...shown, sharedOnly }} sharedGames={stats.shared_games} onChange={change} />
          <p role="status" className="mb-5 text-sm text-ink-3 tabular-nums">
            {texts.count(entries.length, library.length)}
          </p>
          {entries.length > 0 ? (
            <Entries entries={entries} label={heading} />
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
