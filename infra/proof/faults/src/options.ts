import { parseArgs } from 'node:util';

export interface DrillOptions {
  readonly bus: 'kafka' | 'redis';
  readonly faults: number;
  readonly seed: number;
  /** Kinds to draw from; all when empty. */
  readonly only: readonly string[];
  /** Commit, branch or tag whose code runs beside this one's in an upgrade. */
  readonly old?: string | undefined;
  /** After how many faults everything has to be whole again. */
  readonly quietEvery: number;
  /** Milliseconds between two actions of one gamer. */
  readonly pauseMs: number;
}

export const usage = `Usage: npm run drill -- [--bus redis|kafka] [--faults 1000] [--seed 1] [--only kind,kind] [--old ref] [--quiet-every 50] [--pause 160]`;

/** @throws an error in words for a person */
export function readOptions(args: readonly string[]): DrillOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      bus: { type: 'string', default: 'redis' },
      faults: { type: 'string', default: '1000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      old: { type: 'string' },
      'quiet-every': { type: 'string', default: '50' },
      pause: { type: 'string', default: '160' },
    },
  });
  const { bus } = values;
  if (bus !== 'kafka' && bus !== 'redis') throw new Error('--bus is redis or kafka');
  return {
    bus,
    faults: wholeNumber('--faults', values.faults),
    seed: wholeNumber('--seed', values.seed),
    only: values.only.split(',').filter(Boolean),
    old: values.old,
    quietEvery: wholeNumber('--quiet-every', values['quiet-every']),
    pauseMs: wholeNumber('--pause', values.pause),
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} is a whole number from 1`);
  return value;
}
