import type { EntryThen } from '@nightshelf/contracts/entry-history.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { EntryGrid, EntryGridSkeleton } from '../../entities/entry/entry-grid.tsx';
import { sortEntries } from '../../entities/entry/sort-entries.ts';
import { useHistoryStateQuery, useVaultAtQuery } from '../../entities/history/api.ts';
import { selectNewestEntries } from '../../entities/library/selectors.ts';
import { dayOf, formatShortDay, today } from '../../entities/plays/days.ts';
import { messageOf } from '../../lib/api-errors.ts';
import { formatDay } from '../../lib/format.ts';
import { DayControls } from './day-controls.tsx';
import { dayAfter, endOf } from './days.ts';
import { historyPageTexts as texts } from './texts.ts';
import { useBringBack } from './use-bring-back.tsx';
import { useRest } from './use-rest.ts';

/** The vault on a chosen day; games removed since can be restored. */
export function AnyDay() {
  const newest = useSelector(selectNewestEntries);
  const { data: history } = useHistoryStateQuery();
  const [day, setDay] = useState(today);
  const wanted = useRest(day);
  const { currentData, data, error, isFetching, refetch } = useVaultAtQuery(endOf(wanted));
  // Keep the previous day on screen until the new one has loaded.
  const shown = currentData ?? data;
  const entries = useMemo(() => sortEntries((shown?.games ?? []).map(asEntry), 'recent', 'newest'), [shown]);
  const oldest = newest.at(-1)?.date_added;
  const began = history && dayOf(new Date(history.began_at));
  // The slider needs at least one earlier day.
  const yesterday = dayAfter(today(), -1);
  const days = [oldest && dayOf(new Date(oldest)), began, yesterday].filter((one) => one !== undefined);
  const first = days.sort()[0] ?? yesterday;
  const isBefore = history !== undefined && began !== undefined && wanted < began;
  const isThere = currentData !== undefined && wanted === day;
  const controls = useBringBack(shown?.games, formatShortDay(wanted));
  return (
    <>
      <DayControls day={day} first={first} onChange={setDay} />
      <p role="status" className="mb-4 text-ink-2 tabular-nums">
        {isThere ? texts.on(formatShortDay(day), entries.length) : texts.loading(formatShortDay(day))}
      </p>
      {history?.keep === 'nothing' && (
        <MessageBox tone="notice" className="mb-5">
          {texts.nothingKept}
        </MessageBox>
      )}
      {isBefore && history.keep !== 'nothing' && (
        <MessageBox tone="notice" className="mb-5">
          {texts.before(formatDay(history.began_at))}
        </MessageBox>
      )}
      {error && !isFetching && (
        <EmptyState
          scene="unplugged"
          tone="error"
          title={texts.failed}
          text={messageOf(error, '')}
          action={<Button onClick={() => refetch()}>{texts.retry}</Button>}
        />
      )}
      {!shown && isFetching && <EntryGridSkeleton />}
      {isThere && !error && entries.length === 0 && (
        <EmptyState scene="shelf" title={texts.empty.title} text={texts.empty.text} />
      )}
      {shown && !error && entries.length > 0 && (
        <div aria-busy={!isThere} className={isThere ? undefined : 'opacity-60'}>
          <h2 className="sr-only">{texts.list}</h2>
          <EntryGrid entries={entries} label={texts.list} controls={controls} />
        </div>
      )}
    </>
  );
}

/** Converts to the shape that the cards expect. */
const asEntry = ({ entry_id, game, back_to: _, ...said }: EntryThen): LibraryEntry => ({
  ...said,
  id: entry_id,
  version: 1,
  guid: game.guid,
  image_url: game.image_url,
  game: { ...game, id: null, deck: null, image: null, platforms: [] },
});
