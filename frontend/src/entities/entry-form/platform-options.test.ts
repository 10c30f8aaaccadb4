import { expect, test } from 'vitest';
import { platformGroups, platformPills } from './platform-options.ts';

const platform = (id: number | null, name: string) => ({ id, guid: null, name, abbreviation: null });
const labels = (group: ReturnType<typeof platformGroups>[number] | undefined) =>
  group?.options.map(({ label }) => label) ?? [];

test("puts the game's own platforms first, under the game's names", () => {
  const [own, all] = platformGroups([platform(176, 'PS5'), platform(94, 'PC')]);
  expect(own?.options).toEqual([
    { value: '176', label: 'PS5' },
    { value: '94', label: 'PC' },
  ]);
  expect(labels(all)).not.toContain('PC');
  expect(labels(all)).toContain('Nintendo Switch');
});

test('offers every name once, in alphabetical order, with Not Listed last', () => {
  const [all] = platformGroups([]);
  const names = labels(all);
  expect(names.at(-1)).toBe('Not Listed');
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted((a, b) => a.localeCompare(b)));
});

test('offers a name with two ids under the specified one', () => {
  const [all] = platformGroups([]);
  expect(all?.options.find(({ label }) => label === 'PlayStation 4')?.value).toBe('139');
});

test('does not offer a platform without an id', () => {
  expect(platformGroups([platform(null, 'Toaster')])).toHaveLength(1);
});

test("keeps offering the entry's platform, even an unknown one", () => {
  expect(labels(platformGroups([], 987_654)[0])).toContain('Platform 987654');
  expect(labels(platformGroups([], 'not_listed')[0]).filter((label) => label === 'Not Listed')).toHaveLength(1);
});

const pillsOf = (platforms: readonly ReturnType<typeof platform>[], owned: readonly number[], value = '') =>
  platformPills(platformGroups(platforms), platforms, owned, value).map(({ label }) => label);

test('shows owned platforms first, of the game or else of the vault', () => {
  const platforms = [platform(94, 'PC'), platform(176, 'PS5'), platform(157, 'Switch'), platform(17, 'Mac')];
  expect(pillsOf(platforms, [])).toEqual(['PC', 'PS5', 'Switch', 'None']);
  expect(pillsOf(platforms, [157, 21, 17])).toEqual(['Switch', 'Mac', 'PC', 'None']);
  expect(pillsOf([], [157, 94])).toEqual(['Nintendo Switch', 'PC', 'None']);
});

test('shows the platform chosen from the list as a pill', () => {
  expect(pillsOf([platform(94, 'PC')], [], 'not_listed')).toEqual(['PC', 'Not Listed', 'None']);
});

test('replaces a long name with its abbreviation', () => {
  const nes = { ...platform(21, 'Nintendo Entertainment System'), abbreviation: 'NES' };
  expect(platformPills(platformGroups([nes]), [nes], [], '')[0]).toEqual({
    value: '21',
    label: 'Nintendo Entertainment System',
    short: 'NES',
  });
});
