import type { TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import { Timer } from 'lucide-react';
import { durationOf, toldHere } from '../../../entities/game/durations.ts';
import type { PlayersTimes } from '../opinions/api.ts';
import { gameTexts } from '../texts.ts';
import { barsOf, leftSentence, timesSentence } from './durations.ts';

const texts = gameTexts.times;

interface TimeToBeatProps {
  /** The provider's times; null when it has none. */
  readonly times: TimesToBeat | null;
  /** Times of local players; null when too few have finished the game. */
  readonly players: PlayersTimes | null;
  /** Hours in the viewer's own vault. */
  readonly hoursPlayed: number | null;
}

/** How long a game takes, according to the provider and to local players, and how much is left. */
export function TimeToBeat({ times, players, hoursPlayed }: TimeToBeatProps) {
  const here = players && toldHere(players);
  const left = leftSentence([here, times], hoursPlayed);
  const known = times ?? here;
  return (
    <section aria-labelledby="time-to-beat">
      <h2 id="time-to-beat" className="flex items-center gap-2 text-base text-ink-2">
        <Timer aria-hidden="true" className="size-4.5" />
        {texts.title}
      </h2>
      {known && (
        <p className="mt-1.5 font-heading text-xl leading-snug font-semibold text-balance">{timesSentence(known)}</p>
      )}
      {times && (
        <dl className="mt-4 space-y-2.5 text-sm">
          {barsOf(times).map(({ label, time, part }) => (
            <div key={label} className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3">
              <dt className="text-ink-2">{label}</dt>
              <dd className="order-last text-right tabular-nums">{time}</dd>
              <dd aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-surface-3">
                <span className="block h-full rounded-full bg-ink-2" style={{ width: `${Math.round(part * 100)}%` }} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {times !== null && times.count > 0 && <p className="mt-2 text-sm text-ink-2">{texts.players(times.count)}</p>}
      {players && <Here players={players} />}
      {left !== null && <p className="mt-3 text-sm font-medium">{left}</p>}
    </section>
  );
}

function Here({ players: { story, extras, everything } }: { readonly players: PlayersTimes }) {
  const kinds = [
    { label: texts.story, time: story },
    { label: texts.extras, time: extras },
    { label: texts.everything, time: everything },
  ];
  return (
    <>
      <h3 className="mt-4 font-sans text-sm font-medium">{texts.here}</h3>
      <dl className="mt-1.5 space-y-1 text-sm">
        {kinds.map(
          ({ label, time }) =>
            time && (
              <div key={label} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
                <dt className="text-ink-2">{label}</dt>
                <dd className="flex justify-between gap-3 tabular-nums">
                  {durationOf(time.hours * 3600)} <span className="text-ink-2">{texts.people(time.people)}</span>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
