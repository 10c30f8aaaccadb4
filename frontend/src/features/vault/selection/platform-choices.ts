import type { LibraryEntry, PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { Choice } from '../../../entities/entry/quick/choice-menu.tsx';
import { selectionTexts as texts } from './texts.ts';

const byName = (one: Choice<PlatformId>, other: Choice<PlatformId>) => one.label.localeCompare(other.label);

/** Returns platforms to choose from for several games: theirs first, then all known ones, 'Not Listed', and none. */
export function platformChoices(entries: readonly LibraryEntry[]): readonly Choice<PlatformId>[] {
  const own = new Map<PlatformId, string>();
  for (const { game } of entries) for (const { id, name } of game.platforms) if (id !== null) own.set(id, name);
  const names = new Set(own.values());
  // Some names belong to two ids; one is enough.
  const others = new Map([...platformNames].reverse().map(([id, name]) => [name, id]));
  return [
    ...[...own].map(([value, label]) => ({ value, label })).sort(byName),
    ...[...others].flatMap(([label, value]) => (names.has(label) ? [] : [{ value, label }])).sort(byName),
    { value: notListed, label: texts.notListed },
    { value: null, label: texts.noPlatform },
  ];
}
