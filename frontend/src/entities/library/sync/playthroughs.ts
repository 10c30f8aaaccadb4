import type { PlaythroughChange, PlaythroughWords } from './change.ts';
import type { PlaythroughOnce } from './delta.ts';

/** Returns the fields that the user fills in. */
export const wordsOfPlaythrough = (said: PlaythroughWords): PlaythroughWords => {
  const { platform_id, copy, started_on, ended_on, hours, completion, dropped_at } = said;
  return { platform_id, copy, started_on, ended_on, hours, completion, dropped_at };
};

export const saySame = (one: PlaythroughWords, other: PlaythroughWords): boolean =>
  JSON.stringify(wordsOfPlaythrough(one)) === JSON.stringify(wordsOfPlaythrough(other));

/** Returns the playthrough before and after a change. */
export function playthroughBy(change: PlaythroughChange): PlaythroughOnce {
  const { kind, playthrough } = change;
  if (kind === 'add-playthrough') return { before: null, now: playthrough };
  const now = kind === 'change-playthrough' ? { ...playthrough, ...change.fields } : null;
  return { before: playthrough, now };
}
