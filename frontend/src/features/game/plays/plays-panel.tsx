import type { Game } from '@nightshelf/contracts/games.ts';
import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { AsOf } from '../../../components/ui/as-of.tsx';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { LoadFailureBox } from '../../../components/ui/load-failure.tsx';
import { NextPage } from '../../../components/ui/next-page.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { selectPlays } from '../../../entities/library/selectors.ts';
import { isTemporary } from '../../../entities/library/sync/change.ts';
import { usePlaySessionsInfiniteQuery, usePlaythroughsQuery } from '../../../entities/plays/api.ts';
import { formatShortDay } from '../../../entities/plays/days.ts';
import { SessionForm } from '../../../entities/plays/session-form.tsx';
import { SessionLine } from '../../../entities/plays/session-line.tsx';
import { playTexts } from '../../../entities/plays/texts.ts';
import { withUnsent } from '../../../entities/plays/unsent.ts';
import { usePlayChanges } from '../../../entities/plays/use-play-changes.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { Playthroughs } from './playthroughs.tsx';
import { playsTexts as texts } from './texts.ts';

const firstSessions = 3;

interface SessionsProps {
  readonly entry: LibraryEntry;
  readonly playthroughs: readonly Playthrough[];
}

function Sessions({ entry, playthroughs }: SessionsProps) {
  const dispatch = useDispatch();
  const wanted = isTemporary(entry) ? skipToken : { entry_id: entry.id, limit: firstSessions };
  const query = usePlaySessionsInfiniteQuery(wanted);
  const { currentData: data } = query;
  const plays = useSelector(selectPlays);
  const { add } = usePlayChanges(entry);
  const [open, setOpen] = useState(false);
  const section = useFocusBack<HTMLElement>(open);
  const listed = data?.pages.flatMap((page) => page.sessions) ?? [];
  const sessions = withUnsent(listed, plays, ({ game }) => game.guid === entry.guid);
  const { name } = entry.game;
  const named = playthroughs.map(({ id }, at) => ({ id, name: texts.number(playthroughs.length - at) }));
  return (
    <section ref={section} aria-labelledby="sessions">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 id="sessions" className="text-base">
          {texts.sessions}
        </h3>
        {!open && (
          <Button size="small" onClick={() => setOpen(true)}>
            <Clock aria-hidden="true" className="size-4" />
            {texts.log}
          </Button>
        )}
      </div>
      {open && (
        <div className="py-3">
          <SessionForm
            label={playTexts.label(name)}
            playthroughs={named}
            submitLabel={playTexts.log}
            onCancel={() => setOpen(false)}
            onSubmit={(words) => {
              const { part: session, undo } = add(entry, words);
              setOpen(false);
              const action = { label: playTexts.undo, dispatches: undo };
              dispatch(alertRaised({ tone: 'notice', text: playTexts.logged(name, session.minutes), action }));
            }}
          />
        </div>
      )}
      {(data || isTemporary(entry)) && sessions.length === 0 && !open && (
        <p className="mt-1 text-sm text-ink-2">{texts.noSessions}</p>
      )}
      {sessions.length > 0 && (
        <ol className="mt-1">
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              title={<span className="font-medium">{formatShortDay(session.day)}</span>}
              playthroughs={named}
            />
          ))}
        </ol>
      )}
      <div className="-ml-3.5 flex flex-wrap">
        <NextPage query={query} texts={texts} size="small" />
        <ButtonLink look="plain" size="small" to="/journal">
          {texts.journal}
        </ButtonLink>
      </div>
    </section>
  );
}

/** Playthroughs and sessions of a vault entry. A session can be logged before the others have loaded. */
export function PlaysPanel({ game, entry }: { readonly game: Game; readonly entry: LibraryEntry }) {
  // The server does not know the game yet.
  const isNew = isTemporary(entry);
  const [wasNew] = useState(isNew);
  const { currentData, error, isFetching, refetch } = usePlaythroughsQuery(isNew ? skipToken : entry.id);
  // A newly added game has no playthroughs, so an open form stays usable until the server responds.
  const playthroughs = currentData?.playthroughs ?? (isNew || wasNew ? [] : undefined);
  return (
    <>
      <AsOf at={currentData?.kept_at} canChange className="mb-3 text-sm" />
      <Sessions entry={entry} playthroughs={playthroughs ?? []} />
      {playthroughs && <Playthroughs game={game} entry={entry} playthroughs={playthroughs} />}
      {isFetching && !currentData && <p className="text-sm text-ink-2">{texts.loading}</p>}
      {error && !isFetching && !currentData && (
        <LoadFailureBox text={messageOf(error, texts.failed)} onRetry={() => refetch()} />
      )}
    </>
  );
}
