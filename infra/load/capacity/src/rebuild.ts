import { topics } from '@nightshelf/contracts';
import { figure } from './figures.ts';
import type { Question } from './question.ts';

export interface Rebuild {
  readonly projection: string;
  readonly rows: number;
  /** Seconds, with nothing else to do. */
  readonly seconds: number;
}

/** Shares of an outbox: more relays of one service have nothing to publish. */
export const mostRelays = 8;

/** Events a second that all relays of a service publish, at most. */
export const relayed = ({ relays }: Question) => Math.min(relays, mostRelays) * figure('event.relay.most');

/** Events a second that a service's consumers apply: one at a time in each partition, and a process has one core. */
const applied = ({ consumers }: Question, partitions: number) =>
  Math.min(
    partitions * figure('event.partition'),
    (Math.min(consumers, partitions) * 1000) / figure('event.social.service'),
  );

/** The owner publishes all of it again: as fast as its relays, or as the copy's consumers, the slower of both. */
export function rebuildsOf(question: Question): Rebuild[] {
  const { users, entries, games, partitions } = question;
  const through = (projection: string, rows: number, ways: number): Rebuild => ({
    projection,
    rows,
    seconds: rows / Math.min(relayed(question), applied(question, ways)),
  });
  return [
    through("social's libraries", users * entries, partitions),
    through("catalog's popularity", users * entries, partitions),
    through("social's directory", users, topics['auth.users'].partitions),
    through("library's and social's games", games, topics['catalog.games'].partitions),
  ];
}
