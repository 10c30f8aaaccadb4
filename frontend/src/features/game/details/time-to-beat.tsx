import type { TimesToBeat } from '@nightshelf/contracts';
import { Timer } from 'lucide-react';
import { gameTexts } from '../texts.ts';
import { barsOf, leftSentence, timesSentence } from './durations.ts';

const texts = gameTexts.times;

interface TimeToBeatProps {
  readonly times: TimesToBeat;
  /** What the vault says of whoever looks. */
  readonly hoursPlayed: number | null;
}

/** How long a game takes, and what of it is left. */
export function TimeToBeat({ times, hoursPlayed }: TimeToBeatProps) {
  const left = leftSentence(times, hoursPlayed);
  return (
    <section aria-labelledby="time-to-beat">
      <h2 id="time-to-beat" className="flex items-center gap-2 text-base text-ink-2">
        <Timer aria-hidden="true" className="size-4.5" />
        {texts.title}
      </h2>
      <p className="mt-1.5 font-heading text-xl leading-snug font-semibold text-balance">{timesSentence(times)}</p>
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
      {left !== null && <p className="mt-3 text-sm font-medium">{left}</p>}
      {times.count > 0 && <p className="mt-2 text-sm text-ink-2">{texts.players(times.count)}</p>}
    </section>
  );
}
