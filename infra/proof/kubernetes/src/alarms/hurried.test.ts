import { expect, test } from 'vitest';
import { hurried } from './hurried.ts';

const rules = (...all: { expr: string; for?: string }[]) => ({ spec: { groups: [{ rules: all }] } });

test('what is too much stays, and is too much sooner', () => {
  const late = rules({ expr: 'sum(rate(failures_total[10m])) / max_over_time(most[3d]) > 0.01', for: '1h' });
  expect(hurried(late)).toEqual(
    rules({ expr: 'sum(rate(failures_total[2m])) / max_over_time(most[2m]) > 0.01', for: '15s' }),
  );
  expect(late.spec.groups[0]?.rules[0]?.for).toBe('1h');
});

test('what is soon enough stays', () => {
  const soon = rules({ expr: 'increase(refused_total[1m]) > 0', for: '10s' }, { expr: 'up == 0' });
  expect(hurried(soon)).toEqual(soon);
});

test('what may be a day and a half old may be some minutes old', () => {
  expect(hurried(rules({ expr: 'time() - max(last) > 129600' }))).toEqual(rules({ expr: 'time() - max(last) > 240' }));
});
