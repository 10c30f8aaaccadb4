import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import { useSelector } from 'react-redux';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectEntry } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import type { PlayersWord } from '../opinions/api.ts';
import { OpinionsPanel } from '../opinions/opinions-panel.tsx';
import { gameTexts } from '../texts.ts';
import { TimeToBeat } from './time-to-beat.tsx';

const texts = gameTexts.more;

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

/** Key facts of a game, beside the content on large screens and below it on small ones. */
export function Rail({ guid, details, word }: RailProps) {
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, guid));
  if (details === undefined || !word) return <RailSkeleton />;
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

function RailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{gameTexts.more.loading}</span>
      <Skeleton className="h-5 w-28" />
      <Skeleton className="mt-2 h-7 w-44" />
      <Skeleton className="mt-5 h-5 w-28" />
      <Skeleton className="mt-2 h-7 w-36" />
    </div>
  );
}
