import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { Dices, Flag, type LucideIcon, Play, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { HoursButtons } from '../../../entities/entry/quick/hours-buttons.tsx';
import { useQuickEdit } from '../../../entities/entry/quick/quick-edit.ts';
import { Backdrop } from '../../../entities/game/backdrop.tsx';
import { durationOf } from '../../../entities/game/durations.ts';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { TravelLink } from '../../../entities/game/travel-link.tsx';
import { selectLibrary } from '../../../entities/library/selectors.ts';
import { useEntry } from '../../../entities/library/use-entry.ts';
import { today } from '../../../entities/plays/days.ts';
import { StatusBadge } from '../../../entities/status/status-badge.tsx';
import type { Stories } from '../api.ts';
import { type DayPlayed, finishOf, type Pace, paceOf } from '../pace.ts';
import { isCandidate, type Kind, type Suggestion, suggestionsOf, type Wish } from '../suggest.ts';
import { reasonOf, tonightTexts as texts } from '../texts.ts';
import { addressOfWish, atATime } from '../wish.ts';

const icons: Readonly<Record<Kind, LucideIcon>> = { finish: Flag, continue: Play, begin: Sparkles };

interface SuggestionCardProps {
  readonly suggestion: Suggestion;
  readonly pace: Pace | null;
  /** Available minutes. */
  readonly minutes: number;
  readonly day: string;
}

/** A suggested game: why, when it would be finished, and a button to begin. Status and hours are current. */
function SuggestionCard({ suggestion, pace, minutes, day }: SuggestionCardProps) {
  const { entry: before, kind, story, left } = suggestion;
  const entry = useEntry(before.guid) ?? before;
  const edit = useQuickEdit();
  const { guid, game, status } = entry;
  const address = `/game/${encodeURIComponent(guid)}`;
  const hours = entry.hours_played ?? 0;
  // A wanted game with hours was begun before.
  const shown = kind === 'begin' && (before.hours_played ?? 0) > 0 ? 'continue' : kind;
  const Icon = icons[shown];
  const { evenings, by } = finishOf(left ?? 0, pace, minutes, day);
  return (
    <li data-guid={guid} className="flex min-w-0 gap-4 rounded-2xl bg-surface-1 p-4 sm:gap-5 sm:p-5">
      <TravelLink to={address} tabIndex={-1} aria-hidden="true" className="block w-24 shrink-0 sm:w-32">
        <GameCover
          guid={guid}
          name={game.name}
          address={coverAddress(game) ?? entry.image_url}
          eager
          className="shadow-lift"
        />
      </TravelLink>
      <div className="flex min-w-0 flex-1 flex-col">
        <p className="flex items-center gap-1.5 text-sm font-medium text-ink-2">
          <Icon aria-hidden="true" className="size-4" />
          {texts.kinds[shown]}
        </p>
        <h2 className="mt-0.5 text-xl leading-tight" dir="auto">
          <TravelLink to={address} className="line-clamp-2 hover:text-accent">
            {game.name}
          </TravelLink>
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
              <StatusBadge status={status} />
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

/** Data besides the vault that suggestions use. */
export interface Facts {
  readonly stories: Stories;
  /** Days played during the last weeks. */
  readonly days: readonly DayPlayed[];
}

interface SuggestionsProps {
  readonly wish: Wish;
  /** Index of the first suggestion to show. */
  readonly from: number;
  readonly entries: readonly LibraryEntry[];
  readonly facts: Facts;
}

/**
 * Three suggestions, with a link to the next. The order is fixed when the suggestions are made, so that nothing moves
 * when a game is begun.
 */
export function Suggestions({ wish, from: wanted, entries, facts }: SuggestionsProps) {
  const vault = useSelector(selectLibrary).entries;
  const [{ made, pace, day }] = useState(() => {
    const now = today();
    const story = (guid: string) => facts.stories[guid] ?? null;
    return { made: suggestionsOf(entries, story, wish, now), pace: paceOf(facts.days, now), day: now };
  });
  // Omit games that were removed or finished since.
  const all = made.filter(({ entry }) => {
    const now = vault[entry.guid];
    return now !== undefined && isCandidate(now, day);
  });
  const from = wanted < all.length ? wanted : 0;
  const shown = all.slice(from, from + atATime);
  if (all.length === 0) return <Nothing platform={wish.platform} />;
  const [first] = shown;
  const next = from + atATime < all.length ? from + atATime : 0;
  const isKnown = all.some(({ story }) => story !== null);
  return (
    <section aria-label={texts.suggestions}>
      {first && <Backdrop colours={[]} cover={coverAddress(first.entry.game) ?? first.entry.image_url} />}
      {!isKnown && (
        <MessageBox tone="notice" className="mb-5">
          {texts.noTimes}
        </MessageBox>
      )}
      <ul className="grid gap-5 lg:grid-cols-3">
        {shown.map((suggestion) => (
          <SuggestionCard
            key={suggestion.entry.guid}
            suggestion={suggestion}
            pace={pace}
            minutes={wish.minutes}
            day={day}
          />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        {all.length > atATime && (
          <ButtonLink to={addressOfWish(wish, next)}>
            <Dices aria-hidden="true" className="size-4.5" />
            {next === 0 ? texts.again : texts.more}
          </ButtonLink>
        )}
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {texts.shown(from + 1, from + shown.length, all.length)}
        </p>
      </div>
      {isKnown && (
        <p className="mt-6 max-w-prose text-sm text-ink-2">
          {pace ? texts.pace(pace.week, pace.evening) : texts.noPace(wish.minutes)}
        </p>
      )}
    </section>
  );
}

function Nothing({ platform }: Pick<Wish, 'platform'>) {
  const { nothing, noneOn } = texts;
  const isAny = platform === null;
  return (
    <EmptyState
      scene="shelf"
      title={isAny ? nothing.title : noneOn.title(platformName(platform) ?? String(platform))}
      text={isAny ? nothing.text : noneOn.text}
      action={
        <ButtonLink to={isAny ? '/search?q=popular' : '?'} look={isAny ? 'primary' : 'quiet'}>
          {isAny ? nothing.action : noneOn.action}
        </ButtonLink>
      }
    />
  );
}
