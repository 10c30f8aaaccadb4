import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed, platformName, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import { lazily } from '../../lib/lazily.ts';
import { entryFormTexts as texts } from './texts.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface OptionGroup {
  readonly label: string;
  readonly options: readonly Option[];
}

const byName = (a: Option, b: Option) => a.label.localeCompare(b.label);

// Some names stand for two ids; one of them is enough to choose from.
const allNames = lazily((): readonly Option[] =>
  [...new Map([...platformNames].reverse().map(([id, name]) => [name, id]))]
    .map(([label, id]) => ({ value: String(id), label }))
    .sort(byName),
);

/**
 * What the Platform field offers: the game's own platforms, then every known name, then 'Not Listed'.
 * @param chosen the platform that the entry has now: it is offered even when no list has it
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

/** More pills than that are a list. */
const mostPills = 3;
/** Characters of a name that a pill has room for. */
const roomy = 16;

interface Pill extends Option {
  readonly short?: string | undefined;
}

/**
 * What can be chosen at a glance: the game's platforms, those that are owned first, else what is owned; whatever is chosen from the
 * list; and none.
 * @param owned ids of the platforms that games of the vault are on, those with most games first
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
