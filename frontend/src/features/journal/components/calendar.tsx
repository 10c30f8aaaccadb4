import type { PlayedDay } from '@nightshelf/contracts/play-sessions.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { formatLongDay, noonOf, today } from '../../../entities/plays/days.ts';
import { formatMinutes } from '../../../entities/plays/texts.ts';
import { cx } from '../../../lib/cx.ts';
import { lazily } from '../../../lib/lazily.ts';
import { firstWeekday, weeksOf } from '../month.ts';
import { formatMonth, journalTexts as texts } from '../texts.ts';

const narrow = lazily(() => new Intl.DateTimeFormat(undefined, { weekday: 'short' }));
const wide = lazily(() => new Intl.DateTimeFormat(undefined, { weekday: 'long' }));

/** Element id of a day in the list of sessions. */
export const idOfDay = (day: string) => `day-${day}`;

interface CalendarProps {
  readonly month: string;
  readonly days: readonly PlayedDay[];
  readonly listed: ReadonlySet<string>;
}

/** Calendar of a month; played days show their games and link to their sessions. */
export function Calendar({ month, days, listed }: CalendarProps) {
  const weeks = weeksOf(month, firstWeekday());
  const weekdays = weeks[1] ?? [];
  const played = new Map(days.map((day) => [day.day, day]));
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 sm:border-spacing-1 lg:sticky lg:top-24">
      <caption className="sr-only">{formatMonth(month)}</caption>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th
              key={day}
              scope="col"
              abbr={day ? wide().format(noonOf(day)) : undefined}
              className="pb-1 text-xs font-medium text-ink-3"
            >
              {day && narrow().format(noonOf(day))}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, at) => (
              <td key={day ?? at} className="p-0 align-top">
                {day && <Day day={day} played={played.get(day)} isListed={listed.has(day)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly day: string;
  readonly played: PlayedDay | undefined;
  readonly isListed: boolean;
}

function Day({ day, played, isListed }: DayProps) {
  const isToday = day === today();
  const box = cx(
    'relative block aspect-square w-full overflow-hidden rounded-md text-left sm:aspect-4/5',
    played ? 'bg-surface-2' : 'bg-surface-1',
    isToday && 'outline-2 -outline-offset-2 outline-accent',
  );
  const number = Number(day.slice(-2));
  if (!played) {
    return (
      <div className={box} aria-current={isToday ? 'date' : undefined}>
        <span className="absolute top-1 left-1.5 text-xs text-ink-3 tabular-nums sm:top-1.5 sm:left-2">{number}</span>
      </div>
    );
  }
  const { game, minutes, sessions } = played;
  const shown = (
    <>
      <GameCover guid={game.guid} name={game.name} address={game.image_url} className="rounded-none" />
      <span
        aria-hidden="true"
        className="absolute top-0 left-0 rounded-br-md bg-surface-0/95 px-1.5 py-0.5 text-xs text-ink-1 tabular-nums"
      >
        {number}
      </span>
      <span
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 hidden truncate bg-surface-0/95 px-1.5 py-1 text-xs text-ink-1 tabular-nums sm:block"
      >
        {formatMinutes(minutes)}
      </span>
      <span className="sr-only">{texts.day(formatLongDay(day), minutes, sessions, game.name)}</span>
    </>
  );
  if (!isListed) {
    return (
      <div className={box} aria-current={isToday ? 'date' : undefined}>
        {shown}
      </div>
    );
  }
  const show = () => {
    const heading = document.getElementById(idOfDay(day));
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return (
    <button type="button" onClick={show} className={box} aria-current={isToday ? 'date' : undefined}>
      {shown}
    </button>
  );
}
