import { expect, test } from 'vitest';
import { platformsSentence } from './components/game-statistics.tsx';
import { profileTexts } from './texts.ts';

const { status, rating, month } = profileTexts.charts;
const bar = (key: string, total: number) => ({ key, total, parts: { playing: total } });

test.each([
  [[bar('PC', 5), bar('Switch', 3)], 'PC leads with 5.0 h of 8.0 h.'],
  [[bar('', 343.5), bar('PC', 5)], 'PC leads with 5.0 h of 348.5 h. 343.5 h are on no platform.'],
  [[bar('PC', 5), bar('', 2)], 'PC leads with 5.0 h of 7.0 h.'],
  [[bar('', 4)], 'None of the 4.0 h are on a platform.'],
  [[bar('PC', 5), bar('Switch', 5)], 'PC and Switch are level with 5.0 h each of 10.0 h.'],
  [[bar('A', 1), bar('B', 1), bar('C', 1), bar('D', 1)], '4 platforms are level with 1.0 h each of 4.0 h.'],
  [[], profileTexts.charts.platform.none],
])('describes hours by platform %#: %s', (bars, sentence) => {
  expect(platformsSentence(bars)).toBe(sentence);
});

test('describes ties without a single leader', () => {
  expect(status.summary(['Playing'], '60%')).toBe('Most are Playing: 60% of the vault.');
  expect(status.summary(['Want to Play', 'Playing'], '29%')).toBe(
    'Want to Play and Playing are level: 29% of the vault each.',
  );
  expect(status.summary(['a', 'b', 'c', 'd', 'e'], '20%')).toBe('No status stands out: 5 are level with 20% each.');
  expect(rating.summary(4, 6, ['5'])).toBe('4 of 6 games rated, most often 5.');
  expect(rating.summary(4, 6, ['5', '7'])).toBe('4 of 6 games rated, most often 5 or 7.');
  expect(rating.summary(5, 5, ['1', '2', '3', '4', '5'])).toBe('5 of 5 games rated.');
  expect(month.summary(4, ['March', 'May'], 2)).toBe(
    '4 games in the last twelve months; the busiest were March and May with 2 each.',
  );
});
