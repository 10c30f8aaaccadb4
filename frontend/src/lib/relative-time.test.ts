import { expect, test } from 'vitest';
import { formatAgo } from './relative-time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T12:05:00Z', 'now'],
  ['2026-03-10T11:59:30Z', 'now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T09:00:00Z', '3 hours ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-02-20T11:00:00Z', '2 weeks ago'],
  ['2025-12-20T11:00:00Z', '2 months ago'],
  ['2023-03-01T11:00:00Z', '3 years ago'],
])('formats %s as %s', (instant, words) => expect(formatAgo(instant, now)).toBe(words));
