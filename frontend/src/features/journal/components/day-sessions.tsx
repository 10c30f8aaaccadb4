import { Link } from 'react-router-dom';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { formatLongDay } from '../../../entities/plays/days.ts';
import { SessionLine } from '../../../entities/plays/session-line.tsx';
import { formatMinutes } from '../../../entities/plays/texts.ts';
import type { ShownSession } from '../../../entities/plays/unsent.ts';
import { idOfDay } from './calendar.tsx';

interface DaySessionsProps {
  readonly day: string;
  readonly sessions: readonly ShownSession[];
  /** Total of the day, including sessions that are not listed yet. */
  readonly minutes: number;
}

export function DaySessions({ day, sessions, minutes }: DaySessionsProps) {
  return (
    <section aria-labelledby={idOfDay(day)}>
      <h3
        id={idOfDay(day)}
        tabIndex={-1}
        className="flex scroll-mt-24 items-baseline justify-between gap-3 border-b border-line pb-1.5 text-base"
      >
        {formatLongDay(day)}
        <span className="font-sans text-sm font-normal tracking-normal text-ink-3 tabular-nums">
          {formatMinutes(minutes)}
        </span>
      </h3>
      <ol className="mt-1.5">
        {sessions.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            before={
              <span className="mt-1 w-9 shrink-0">
                <GameCover
                  guid={session.game.guid}
                  name={session.game.name}
                  address={session.game.image_url}
                  className="rounded-sm"
                />
              </span>
            }
            title={
              <Link
                to={`/game/${encodeURIComponent(session.game.guid)}`}
                dir="auto"
                className="min-w-0 font-medium [overflow-wrap:anywhere] hover:text-accent"
              >
                {session.game.name}
              </Link>
            }
          />
        ))}
      </ol>
    </section>
  );
}
