import { parseArgs } from 'node:util';
import { topics } from '@nightshelf/contracts';

/** What is asked: how many people, and what they do. */
export interface Question {
  readonly users: number;
  /** Share of them who come on a day. */
  readonly active: number;
  /** Journeys of each of these a day, in the shares of k6's `mixed`, five requests each. */
  readonly journeys: number;
  /** How many times the mean of a day the busiest minutes have. */
  readonly peak: number;
  /** Games in each vault. */
  readonly entries: number;
  /** Games that each vault gains a year. */
  readonly added: number;
  /** Sessions that are kept for each user, of all devices; they end after two weeks without use. */
  readonly sessions: number;
  /** Share of users with the product open at the peak. */
  readonly online: number;
  /** Games that the catalog knows. */
  readonly games: number;
  /** Events for each entry that is changed. */
  readonly events: number;
  /** Of `library.entries`. */
  readonly partitions: number;
  /** Processes that publish, of each service. */
  readonly relays: number;
  /** Processes of social, and of catalog, that apply events. */
  readonly consumers: number;
  readonly bus: 'kafka' | 'redis';
  readonly seed: number;
}

/** A question that cannot be answered, in words for who asked it. */
export class QuestionError extends Error {
  override name = 'QuestionError';
}

type Amount = Exclude<keyof Question, 'bus'>;

interface Rule {
  readonly what: string;
  readonly least: number;
  readonly most: number;
  readonly isWhole?: boolean;
  readonly otherwise?: number;
}

const share = { least: 0, most: 1 } as const;
const whole = { isWhole: true } as const;

export const rules: Readonly<Record<Amount, Rule>> = {
  users: { what: 'people with an account', least: 1, most: 1e10, ...whole },
  active: { what: 'share of them who come on a day', ...share, otherwise: 0.2 },
  journeys: { what: 'journeys of each of these a day', least: 0, most: 1000, otherwise: 4 },
  peak: { what: 'busiest minutes over the mean of a day', least: 1, most: 100, otherwise: 4 },
  entries: { what: 'games in each vault', least: 0, most: 1e6, otherwise: 100 },
  added: { what: 'games that each vault gains a year', least: 0, most: 1e6, otherwise: 20 },
  sessions: { what: 'sessions kept for each user', least: 0, most: 50, otherwise: 0.8 },
  online: { what: 'share with the product open at the peak', ...share, otherwise: 0.02 },
  games: { what: 'games that the catalog knows', least: 1, most: 1e8, ...whole, otherwise: 300_000 },
  events: { what: 'events for each changed entry', least: 1, most: 100, otherwise: 1 },
  partitions: {
    what: 'partitions of library.entries',
    least: 1,
    most: 10_000,
    ...whole,
    otherwise: topics['library.entries'].partitions,
  },
  relays: { what: 'publishing processes of each service', least: 1, most: 64, ...whole, otherwise: 2 },
  consumers: { what: 'consuming processes of a service', least: 1, most: 10_000, ...whole },
  seed: { what: 'of the users whose activity is drawn', least: 0, most: 2 ** 32 - 1, ...whole, otherwise: 1 },
};

export const usage = `Usage: npm run capacity -- --users 10000000 [--bus kafka|redis] [--name value]...
${Object.entries(rules)
  .map(
    ([name, { what, otherwise }]) => `  --${name.padEnd(11)}${what}${otherwise === undefined ? '' : ` (${otherwise})`}`,
  )
  .join('\n')}`;

/** @throws QuestionError */
export function questionOf(args: readonly string[]): Question {
  const values = read(args);
  const amount = (name: Amount, otherwise = rules[name].otherwise): number => {
    const text = values[name];
    if (text === undefined) {
      if (otherwise === undefined) throw new QuestionError(`--${name} is missing: ${rules[name].what}`);
      return otherwise;
    }
    return numberOf(name, text);
  };
  const bus = values.bus ?? 'kafka';
  if (bus !== 'kafka' && bus !== 'redis') throw new QuestionError(`--bus is kafka or redis, not ${bus}`);
  const partitions = amount('partitions');
  const { consumers: _, ...others } = rules;
  const amounts = Object.fromEntries((Object.keys(others) as Amount[]).map((name) => [name, amount(name)]));
  return { ...(amounts as Omit<Question, 'bus' | 'consumers'>), bus, consumers: amount('consumers', partitions) };
}

function read(args: readonly string[]): Partial<Record<string, string>> {
  const names = [...Object.keys(rules), 'bus'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new QuestionError((error as Error).message);
  }
}

function numberOf(name: Amount, text: string): number {
  const { least, most, isWhole } = rules[name];
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value >= least && value <= most) || (isWhole && !Number.isInteger(value))) {
    throw new QuestionError(`--${name} is a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, not ${text}`);
  }
  return value;
}
