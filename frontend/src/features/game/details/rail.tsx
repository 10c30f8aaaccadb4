import type { GameDetails, TimesToBeat } from '@nightshelf/contracts/game-details.ts';
import { Timer } from 'lucide-react';
import { Loading } from '../../../components/ui/skeleton.tsx';
import { durationOf, reportedTimes } from '../../../entities/game/durations.ts';
import { useEntry } from '../../../entities/library/use-entry.ts';
import type { PlayersTimes, PlayersWord } from '../api.ts';
import { gameTexts } from '../texts.ts';
import { barsOf, leftSentence, timesSentence } from './durations.ts';
import { FactHeading, OpinionsPanel } from './opinions-panel.tsx';

const texts = gameTexts.more;

const timesTexts = gameTexts.times;

interface TimeToBeatProps {
  /** The provider's times; null when it has none. */
  readonly times: TimesToBeat | null;
  /** Times of local players; null when too few have finished the game. */
  readonly players: PlayersTimes | null;
  /** Hours in the viewer's own vault. */
  readonly hoursPlayed: number | null;
}

/** How long a game takes, according to the provider and to local players, and how much is left. */
function TimeToBeat({ times, players, hoursPlayed }: TimeToBeatProps) {
  const here = players && reportedTimes(players);
  const left = leftSentence([here, times], hoursPlayed);
  const known = times ?? here;
  return (
    <section aria-labelledby="time-to-beat">
      <FactHeading id="time-to-beat" Icon={Timer} title={timesTexts.title} />
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
      {times !== null && times.count > 0 && (
        <p className="mt-2 text-sm text-ink-2">{timesTexts.players(times.count)}</p>
      )}
      {players && <Here players={players} />}
      {left !== null && <p className="mt-3 text-sm font-medium">{left}</p>}
    </section>
  );
}

function Here({ players: { story, extras, everything } }: { readonly players: PlayersTimes }) {
  const kinds = [
    { label: timesTexts.story, time: story },
    { label: timesTexts.extras, time: extras },
    { label: timesTexts.everything, time: everything },
  ];
  return (
    <>
      <h3 className="mt-4 font-sans text-sm font-medium">{timesTexts.here}</h3>
      <dl className="mt-1.5 space-y-1 text-sm">
        {kinds.map(
          ({ label, time }) =>
            time && (
              <div key={label} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
                <dt className="text-ink-2">{label}</dt>
                <dd className="flex justify-between gap-3 tabular-nums">
                  {durationOf(time.hours * 3600)} <span className="text-ink-2">{timesTexts.people(time.people)}</span>
                </dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}

function Makers({ details }: { readonly details: GameDetails }) {
  const { developers, publishers, genres, themes } = details;
  const same = developers.join() === publishers.join();
  const facts = [
    { label: texts.madeBy, names: developers },
    { label: texts.publishedBy, names: same ? [] : publishers },
    { label: texts.genres, names: genres },
    { label: texts.themes, names: themes },
  ].filter(({ names }) => names.length > 0);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm lg:grid-cols-1">
      {facts.map(({ label, names }) => (
        <div key={label} className="min-w-0">
          <dt className="text-ink-2">{label}</dt>
          <dd className="mt-0.5 text-base [overflow-wrap:anywhere]" dir="auto">
            {names.join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RailProps {
  readonly guid: string;
  /** Undefined while loading; null when nothing is known. */
  readonly details: GameDetails | null | undefined;
  /** Undefined while loading. */
  readonly word: PlayersWord | undefined;
}

const skeletons = ['h-5 w-28', 'mt-2 h-7 w-44', 'mt-5 h-5 w-28', 'mt-2 h-7 w-36'];

/** Key facts of a game, beside the content on large screens and below it on small ones. */
export function Rail({ guid, details, word }: RailProps) {
  const entry = useEntry(guid);
  if (details === undefined || !word) return <Loading text={texts.loading} shapes={skeletons} />;
  const times = details?.times_to_beat ?? null;
  return (
    <div className="space-y-8">
      {(times || word.times) && (
        <TimeToBeat times={times} players={word.times} hoursPlayed={entry?.hours_played ?? null} />
      )}
      {details && <Makers details={details} />}
      {word.opinions && <OpinionsPanel opinions={word.opinions} />}
    </div>
  );
}
