import { array, assert, integer, nat, option, property } from 'fast-check';
import { expect, test } from 'vitest';
import { shownHours } from './play-rules.ts';

const typed = option(nat(2000).map((halves) => halves / 2));
const logged = array(integer({ min: 1, max: 1440 }), { maxLength: 40 });
const sum = (minutes: readonly number[]) => minutes.reduce((total, one) => total + one, 0);

test.each([
  [{ typed: null, minutes: 0 }, null],
  [{ typed: 0, minutes: 0 }, 0],
  [{ typed: null, minutes: 90 }, 1.5],
  [{ typed: 10, minutes: 14 }, 10],
  [{ typed: 10, minutes: 15 }, 10.5],
  [{ typed: 10, minutes: 44 }, 10.5],
  [{ typed: 10, minutes: 20 * 3 }, 11],
])('for %j shows %s', (hours, shown) => expect(shownHours(hours)).toBe(shown));

test('shows half hours, within a quarter of an hour of the real time', () => {
  assert(
    property(typed, logged, (base, sessions) => {
      const shown = shownHours({ typed: base, minutes: sum(sessions) }) ?? 0;
      expect(Number.isInteger(shown * 2)).toBe(true);
      expect(Math.abs(shown * 60 - (base ?? 0) * 60 - sum(sessions))).toBeLessThanOrEqual(15);
    }),
  );
});

test('shows the typed hours again after all sessions are removed, in any order', () => {
  assert(
    property(typed, logged, (base, sessions) => {
      let minutes = 0;
      for (const one of sessions) minutes += one;
      for (const one of sessions.toReversed()) {
        const before = shownHours({ typed: base, minutes });
        minutes -= one;
        expect(shownHours({ typed: base, minutes }) ?? 0).toBeLessThanOrEqual(before ?? 0);
      }
      expect(shownHours({ typed: base, minutes })).toBe(base);
    }),
  );
});
