import { beforeEach, expect, test } from 'vitest';
import { stubBrowser } from '../test/stub-browser.ts';
import { forgetSearches, noteSearch, recentSearches } from './recent-searches.ts';

let kept: Map<string, string>;
beforeEach(() => {
  kept = stubBrowser();
});

test('keeps the newest eight searches without duplicates', () => {
  for (const query of ['doom', 'zelda', 'Doom']) noteSearch('a', query);
  expect(recentSearches('a')).toEqual(['Doom', 'zelda']);
  for (let at = 0; at < 20; at += 1) noteSearch('a', `game ${at}`);
  expect(recentSearches('a')).toHaveLength(8);
  expect(recentSearches('a')[0]).toBe('game 19');
});

test('keeps searches per user and none of visitors', () => {
  noteSearch('a', 'doom');
  expect(recentSearches('b')).toEqual([]);
  noteSearch(undefined, 'quake');
  expect(recentSearches(undefined)).toEqual([]);
  expect([...kept.values()].join()).not.toContain('quake');
  noteSearch('b', 'zelda');
  expect(recentSearches('a')).toEqual([]);
  forgetSearches();
  expect(kept.size).toBe(0);
});

test('ignores unreadable stored data', () => {
  for (const text of ['{', 'null', '7', '{"userId":"a"}', '{"userId":"a","queries":[1,"x"]}']) {
    kept.set('nightshelf-recent-searches', text);
    expect(recentSearches('a').every((query) => query === 'x')).toBe(true);
  }
});
