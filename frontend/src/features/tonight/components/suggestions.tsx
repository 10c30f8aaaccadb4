import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { Dices } from 'lucide-react';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Backdrop } from '../../../entities/game/backdrop.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { selectLibrary } from '../../../entities/library/selectors.ts';
import { today } from '../../../entities/plays/days.ts';
import type { Facts } from '../kept-facts.ts';
import { paceOf } from '../pace.ts';
import { isCandidate, suggestionsOf, type Wish } from '../suggest.ts';
import { tonightTexts as texts } from '../texts.ts';
import { addressOfWish, atATime } from '../wish.ts';
import { SuggestionCard } from './suggestion-card.tsx';

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
  if (platform === null) {
    const { title, text, action } = texts.nothing;
    return (
      <EmptyState
        scene="shelf"
        title={title}
        text={text}
        action={
          <ButtonLink to="/search?q=popular" look="primary">
            {action}
          </ButtonLink>
        }
      />
    );
  }
  const { title, text, action } = texts.noneOn;
  return (
    <EmptyState
      scene="shelf"
      title={title(platformName(platform) ?? String(platform))}
      text={text}
      action={<ButtonLink to="?">{action}</ButtonLink>}
    />
  );
}
