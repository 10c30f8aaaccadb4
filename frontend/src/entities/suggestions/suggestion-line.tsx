import type { Status } from '@nightshelf/contracts/library-entry.ts';
import { History } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { CoverOf } from '../game/game-cover.tsx';
import { platformsInBrief, releaseYear } from '../game/game-facts.ts';
import { statusLooks } from '../status/statuses.ts';
import type { Suggestion } from './suggest.ts';
import { plain, wordsOf } from './words.ts';

interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a name into parts that match the typed words and parts that do not. */
export function marked(name: string, typed: readonly string[]): readonly Part[] {
  const letters = [...name];
  // Fold each letter separately, so that indexes match the original name.
  const folded = letters.map(plain);
  const isMatch = letters.map(() => false);
  const beginsWord = (at: number) => at === 0 || !/[\p{L}\p{N}'’]/u.test(letters[at - 1] ?? '');
  for (const word of typed) {
    for (let at = 0; at < letters.length; at += 1) {
      if (!beginsWord(at)) continue;
      let end = at;
      let folding = '';
      while (end < letters.length && folding.length < word.length) folding += folded[end++] ?? '';
      if (folding === word) isMatch.fill(true, at, end);
    }
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [at, letter] of letters.entries()) {
    const last = parts.at(-1);
    if (last && last.isMatch === isMatch[at]) last.text += letter;
    else parts.push({ text: letter, isMatch: isMatch[at] ?? false });
  }
  return parts;
}

/** Highlights the typed words in a text. */
export function Marked({ text, typed }: { readonly text: string; readonly typed: string }) {
  let place = 0;
  return marked(text, wordsOf(typed)).map((part) => {
    const key = place;
    place += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="bg-transparent font-semibold text-ink-1">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}

/** Marks a game of the vault with the icon of its status, with its name for screen readers. */
function StatusDot({ status }: { readonly status: Status }) {
  const { label, Icon, tint } = statusLooks[status];
  const look = 'inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-surface-0';
  return (
    <span data-status={status} title={label} className={cx(look, tint)}>
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">In your vault: {label}</span>
    </span>
  );
}

/** Shows a game with year, platforms and vault status, or a recent search. */
export function SuggestionLine({ suggestion, typed }: { readonly suggestion: Suggestion; readonly typed: string }) {
  if (suggestion.kind === 'recent') {
    return (
      <>
        <History aria-hidden="true" className="mx-2 size-5 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 truncate text-ink-2" dir="auto">
          <Marked text={suggestion.query} typed={typed} />
        </span>
      </>
    );
  }
  const { game, entry } = suggestion;
  const platforms = platformsInBrief(game.platforms);
  return (
    <>
      <span className="w-9 shrink-0">
        <CoverOf game={game} eager />
      </span>
      <span className="min-w-0 flex-1">
        {/* Games of a series differ at the end of their names, so do not truncate to one line. */}
        <span className="line-clamp-2 leading-snug [overflow-wrap:anywhere] text-ink-2" dir="auto">
          <Marked text={game.name} typed={typed} />
        </span>
        <span className="block truncate text-sm text-ink-3 tabular-nums">
          {releaseYear(game)}
          {platforms && ` · ${platforms}`}
        </span>
      </span>
      {entry && <StatusDot status={entry.status} />}
    </>
  );
}
