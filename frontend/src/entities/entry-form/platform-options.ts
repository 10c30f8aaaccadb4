import type { GamePlatform, PlatformId } from '@nightshelf/contracts';
import { notListed, platformName, platformNames } from '@nightshelf/contracts/platforms/platform-names.ts';
import { lazily } from '../../lib/lazily.ts';
import { entryFormTexts as texts } from './texts.ts';

interface Option {
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
