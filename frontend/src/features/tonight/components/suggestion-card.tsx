import { Flag, type LucideIcon, Play, Sparkles } from 'lucide-react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { durationOf } from '../../../entities/game/durations.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { useTravelTo } from '../../../entities/game/travel.ts';
import { selectEntry } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import { finishOf, type Pace } from '../pace.ts';
import type { Kind, Suggestion } from '../suggest.ts';
import { reasonOf, tonightTexts as texts } from '../texts.ts';

const icons: Readonly<Record<Kind, LucideIcon>> = { finish: Flag, continue: Play, begin: Sparkles };

interface SuggestionCardProps {
  readonly suggestion: Suggestion;
  readonly pace: Pace | null;
  /** Available minutes. */
  readonly minutes: number;
  readonly day: string;
}

/** A suggested game: why, when it would be finished, and a button to begin. Status and hours are current. */
export function SuggestionCard({ suggestion, pace, minutes, day }: SuggestionCardProps) {
  const { entry: before, kind, story, left } = suggestion;
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, before.guid)) ?? before;
  const edit = useQuickEdit();
  const { guid, game, status } = entry;
  const address = `/game/${encodeURIComponent(guid)}`;
  const travel = useTravelTo(address);
  const hours = entry.hours_played ?? 0;
  // A wanted game with hours was begun before.
  const shown = kind === 'begin' && (before.hours_played ?? 0) > 0 ? 'continue' : kind;
  const Icon = icons[shown];
  const { evenings, by } = finishOf(left ?? 0, pace, minutes, day);
  return (
    <li data-guid={guid} className="flex min-w-0 gap-4 rounded-2xl bg-surface-1 p-4 sm:gap-5 sm:p-5">
      <Link to={address} onClick={travel} tabIndex={-1} aria-hidden="true" className="block w-24 shrink-0 sm:w-32">
        <GameCover
          guid={guid}
          name={game.name}
          address={coverAddress(game) ?? entry.image_url}
          eager
          className="shadow-lift"
        />
      </Link>
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex items-center gap-1.5 text-sm font-medium text-ink-2">
          <Icon aria-hidden="true" className="size-4" />
          {texts.kinds[shown]}
        </p>
        <h2 className="mt-0.5 text-xl leading-tight" dir="auto">
          <Link to={address} onClick={travel} className="line-clamp-2 hover:text-accent">
            {game.name}
          </Link>
        </h2>
        <p className="mt-2 font-medium">
          {reasonOf({ kind, left, hasBegun: hours > 0 || before.status === 'playing', evenings, by })}
        </p>
        {story !== null && hours > 0 && <Progress hours={hours} story={story} />}
        {before.status === 'want_to_play' && (
          <p className="mt-1.5 text-sm text-ink-2">{texts.waits(before.date_added)}</p>
        )}
        <div className="mt-auto pt-3">
          {status === 'want_to_play' ? (
            <Button size="small" onClick={() => edit(entry, { status: 'playing' })}>
              <Play aria-hidden="true" className="size-4 fill-current" />
              {texts.start}
              <span className="sr-only">{game.name}</span>
            </Button>
          ) : (
            <>
              <StatusBadge status={status} look="text" />
              {status === 'playing' && (
                <HoursButtons
                  entry={entry}
                  className="mt-1.5 max-w-64"
                  buttonClassName="min-h-11 text-sm! pointer-fine:min-h-9"
                />
              )}
            </>
          )}
        </div>
      </div>
    </li>
  );
}

function Progress({ hours, story }: { readonly hours: number; readonly story: number }) {
  const part = Math.min(1, (hours * 60) / story);
  return (
    <div className="mt-2">
      <span aria-hidden="true" className="block h-1.5 overflow-hidden rounded-full bg-surface-3">
        <span className="block h-full rounded-full bg-playing" style={{ width: `${Math.round(part * 100)}%` }} />
      </span>
      <p className="mt-1.5 text-sm text-ink-2 tabular-nums">{texts.progress(hours, durationOf(story * 60))}</p>
    </div>
  );
}
