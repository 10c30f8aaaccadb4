import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformName, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import { lazily } from '../../lib/lazily.ts';
import { entryFormTexts as texts } from './texts.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface OptionGroup {
  readonly label: string;
  readonly options: readonly Option[];
}

const byName = (a: Option, b: Option) => a.label.localeCompare(b.label);

// Some names have two ids; offer one of them.
const allNames = lazily((): readonly Option[] =>
  [...new Map([...platformNames].reverse().map(([id, name]) => [name, id]))]
    .map(([label, id]) => ({ value: String(id), label }))
    .sort(byName),
);

/**
 * Returns the Platform options: the game's own platforms, then all known names, then 'Not Listed'.
 * @param chosen the entry's platform, offered even when no list has it
 */
export function platformGroups(platforms: readonly GamePlatform[], chosen: PlatformId = null): readonly OptionGroup[] {
  const own = new Map(platforms.flatMap(({ id, name }) => (id === null ? [] : [[String(id), name]])));
  const ownNames = new Set(own.values());
  const others = allNames().filter(({ value, label }) => !own.has(value) && !ownNames.has(label));
  const current = chosen === null ? '' : String(chosen);
  const missing = current !== '' && !own.has(current) && !others.some(({ value }) => value === current);
  if (missing && chosen !== notListed) others.unshift({ value: current, label: platformName(chosen) ?? current });
  return [
    ...(own.size > 0 ? [{ label: texts.thisGame, options: [...own].map(([value, label]) => ({ value, label })) }] : []),
    { label: texts.allPlatforms, options: [...others, { value: notListed, label: texts.notListed }] },
  ];
}

/** Further platforms go to the list. */
const mostPills = 3;
/** Characters that fit on a pill. */
const roomy = 16;

interface Pill extends Option {
  readonly short?: string | undefined;
}

/**
 * Returns the pills: the game's platforms with owned ones first, or else the owned ones; the one chosen from the list;
 * and none.
 * @param owned platform ids of the vault's games, most used first
 */
export function platformPills(
  groups: readonly OptionGroup[],
  platforms: readonly GamePlatform[],
  owned: readonly number[],
  value: string,
): readonly Pill[] {
  const all = new Map(groups.flatMap(({ options }) => options.map(({ value, label }) => [value, label] as const)));
  const short = new Map(platforms.map(({ id, abbreviation }) => [String(id), abbreviation]));
  const place = (id: string) => (owned.includes(Number(id)) ? owned.indexOf(Number(id)) : owned.length);
  const own = [...new Set(platforms.flatMap(({ id }) => (id === null ? [] : [String(id)])))];
  const likely = own.length > 0 ? own.toSorted((a, b) => place(a) - place(b)) : owned.map(String);
  const shown = likely.slice(0, mostPills);
  if (value !== '' && !shown.includes(value)) shown.push(value);
  const pills = shown.flatMap((id) => {
    const label = all.get(id);
    if (label === undefined) return [];
    return [{ value: id, label, short: label.length > roomy ? (short.get(id) ?? undefined) : undefined }];
  });
  return [...pills, { value: '', label: texts.noPlatform }];
}
