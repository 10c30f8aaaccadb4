import { History } from 'lucide-react';
import { GameCover } from '../game/game-cover.tsx';
import { coverAddress, platformsInBrief, releaseYear } from '../game/game-facts.ts';
import { StatusDot } from '../status/status-dot.tsx';
import { marked } from './marked.ts';
import type { Suggestion } from './suggest.ts';
import { wordsOf } from './words.ts';

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
        <GameCover guid={game.guid} name={game.name} address={coverAddress(game)} eager />
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
