import type { Transaction } from '../../database/transaction.ts';
import { pause } from '../delivery/redelivery.ts';
import { compare, isSame } from './compare.ts';
import type { Comparison } from './comparison.ts';
import { batchSize } from './questions.ts';
import { inBatches, type Pair } from './subject-pairs.ts';

/** Events that are under way to the consumer at once. */
const groupSize = 5000;
const lookMs = 50;
/** How long nothing may move before mending is given up, in milliseconds. */
const patienceMs = 30_000;

export interface Mended {
  /** Subjects that differ still. */
  readonly left: readonly string[];
  /** Copies of what the owner knows nothing of. */
  readonly unknown: readonly Pair[];
}

/** Has the owner publish subjects again, and waits until the consumer has handled that. */
export async function mend(comparison: Comparison, pairs: readonly Pair[]): Promise<Mended> {
  const left: string[] = [];
  const unknown: Pair[] = [];
  for (const group of inBatches(pairs, groupSize)) {
    const published: Pair[] = [];
    for (const batch of inBatches(group, batchSize)) {
      comparison.options.onStep();
      await admitAgain(comparison, batch);
      const subjects = batch.map(({ subject }) => subject);
      const answer = await comparison.options.ask({ what: 'publish', subjects });
      const missing = new Set(answer.unknown);
      for (const pair of batch) (missing.has(pair.subject) ? unknown : published).push(pair);
    }
    left.push(...(await awaitCopies(comparison, published)));
  }
  return { left, unknown };
}

/**
 * Lets the version pass once more that the owner has now, and none before it, so that nothing older can slip in. Not
 * where the consumer has seen something else meanwhile.
 */
async function admitAgain({ options }: Comparison, pairs: readonly Pair[]): Promise<void> {
  const known = pairs.flatMap(({ subject, owner, own }) =>
    owner ? [{ subject, version: owner.version, seen: own.version }] : [],
  );
  await options.work.transaction(({ em }) =>
    em.execute(
      `update inbox_versions admitted set version = given.version - 1
       from jsonb_to_recordset(?::jsonb) as given (subject text, version bigint, seen bigint)
       where admitted.consumer = ? and admitted.topic = ? and admitted.subject = given.subject
         and admitted.version = given.seen and admitted.version >= given.version`,
      [JSON.stringify(known), options.consumer, options.projection.view.topic],
    ),
  );
}

/** @returns subjects that still differ when nothing has moved for long */
async function awaitCopies(comparison: Comparison, pairs: readonly Pair[]): Promise<string[]> {
  const { onStep, signal } = comparison.options;
  let waiting = pairs;
  for (let movedAt = performance.now(); waiting.length > 0 && performance.now() - movedAt < patienceMs; ) {
    onStep();
    signal.throwIfAborted();
    const still: Pair[] = [];
    for (const batch of inBatches(waiting, batchSize)) {
      const own = await comparison.rows.find(batch.map(({ subject }) => subject));
      still.push(...batch.filter(({ subject, owner }) => !isMended(owner, own.get(subject))));
    }
    if (still.length < waiting.length) movedAt = performance.now();
    waiting = still;
    if (waiting.length > 0) await pause(lookMs, signal);
  }
  return waiting.map(({ subject }) => subject);
}

const isMended = (owner: Pair['owner'], own: Pair['own'] | undefined) =>
  own !== undefined && ((owner !== undefined && own.version > owner.version) || compare(owner, own) === null);

/**
 * Takes copies away that the owner disowns, unless the consumer has heard of them meanwhile.
 * @returns those that are gone
 */
export async function removeCopies(comparison: Comparison, pairs: readonly Pair[]): Promise<string[]> {
  const { work, onStep } = comparison.options;
  const removed: string[] = [];
  for (const batch of inBatches(pairs, batchSize)) {
    onStep();
    removed.push(...(await work.transaction((transaction) => removeUnmoved(comparison, transaction, batch))));
  }
  return removed;
}

async function removeUnmoved({ options, rows }: Comparison, { em }: Transaction, pairs: readonly Pair[]) {
  const { consumer, projection } = options;
  const subjects = pairs.map(({ subject }) => subject).sort();
  // With a row for each to hold: an event of the subject that arrives meanwhile waits, and then writes its copy anew.
  await em.execute(
    `insert into inbox_versions (consumer, topic, subject, version)
     select ?, ?, subject, 0 from jsonb_array_elements_text(?::jsonb) as given (subject)
     on conflict (consumer, topic, subject) do update set version = inbox_versions.version`,
    [consumer, projection.view.topic, JSON.stringify(subjects)],
  );
  const now = await rows.find(subjects, em);
  const unmoved = pairs.filter(({ subject, own }) => isSame(own, now.get(subject)));
  for (const { subject } of unmoved) await projection.remove(em, subject);
  await em.execute(
    `delete from inbox_versions where consumer = ? and topic = ? and version = 0
       and subject in (select jsonb_array_elements_text(?::jsonb))`,
    [consumer, projection.view.topic, JSON.stringify(subjects)],
  );
  return unmoved.map(({ subject }) => subject);
}
