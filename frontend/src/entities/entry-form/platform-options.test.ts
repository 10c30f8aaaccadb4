import { expect, test } from 'vitest';
import { platformGroups, platformPills } from './platform-options.ts';

const platform = (id: number | null, name: string) => ({ id, guid: null, name, abbreviation: null });
const labels = (group: ReturnType<typeof platformGroups>[number] | undefined) =>
  group?.options.map(({ label }) => label) ?? [];

test("the game's own platforms come first, under their own names", () => {
  const [own, all] = platformGroups([platform(176, 'PS5'), platform(94, 'PC')]);
  expect(own?.options).toEqual([
    { value: '176', label: 'PS5' },
    { value: '94', label: 'PC' },
  ]);
  expect(labels(all)).not.toContain('PC');
  expect(labels(all)).toContain('Nintendo Switch');
});

test('every name is offered once, in alphabetical order, and Not Listed closes the list', () => {
  const [all] = platformGroups([]);
  const names = labels(all);
  expect(names.at(-1)).toBe('Not Listed');
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted((a, b) => a.localeCompare(b)));
});

test('a name with two ids is offered under the specified one', () => {
  const [all] = platformGroups([]);
  expect(all?.options.find(({ label }) => label === 'PlayStation 4')?.value).toBe('139');
});

test('a platform without an id cannot be chosen', () => {
  expect(platformGroups([platform(null, 'Toaster')])).toHaveLength(1);
});

test('the platform that an entry has stays on offer, even an unknown one', () => {
  expect(labels(platformGroups([], 987_654)[0])).toContain('Platform 987654');
  expect(labels(platformGroups([], 'not_listed')[0]).filter((label) => label === 'Not Listed')).toHaveLength(1);
});

const pillsOf = (platforms: readonly ReturnType<typeof platform>[], owned: readonly number[], value = '') =>
  platformPills(platformGroups(platforms), platforms, owned, value).map(({ label }) => label);

test('at a glance: platforms that are owned come first, of the game or, where these are unknown, of the vault', () => {
  const platforms = [platform(94, 'PC'), platform(176, 'PS5'), platform(157, 'Switch'), platform(17, 'Mac')];
  expect(pillsOf(platforms, [])).toEqual(['PC', 'PS5', 'Switch', 'None']);
  expect(pillsOf(platforms, [157, 21, 17])).toEqual(['Switch', 'Mac', 'PC', 'None']);
  expect(pillsOf([], [157, 94])).toEqual(['Nintendo Switch', 'PC', 'None']);
});

test('at a glance: what was chosen from the list is there too', () => {
  expect(pillsOf([platform(94, 'PC')], [], 'not_listed')).toEqual(['PC', 'Not Listed', 'None']);
});

test('a long name gives way to its abbreviation', () => {
  const nes = { ...platform(21, 'Nintendo Entertainment System'), abbreviation: 'NES' };
  expect(platformPills(platformGroups([nes]), [nes], [], '')[0]).toEqual({
    value: '21',
    label: 'Nintendo Entertainment System',
    short: 'NES',
  });
});
