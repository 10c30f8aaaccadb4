import type { Transaction } from '../../database/transaction.ts';
import { pause } from '../delivery/redelivery.ts';
import { compare, isSame } from './compare.ts';
import type { Comparison } from './comparison.ts';
import { batchSize } from './questions.ts';
import { inBatches, type Pair } from './subject-pairs.ts';

/** Maximum events in flight to the consumer. */
const groupSize = 5000;
const lookMs = 50;
/** Time without progress after which the fix gives up. */
const patienceMs = 30_000;

export interface Mended {
  /** Subjects that still differ. */
  readonly left: readonly string[];
  /** Copies of subjects that the owner does not know. */
  readonly unknown: readonly Pair[];
}

/** Makes the owner publish subjects again, and waits until the consumer has handled the events. */
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
 * Lets the owner's current version be handled once more, but no older one. Skips subjects whose version the consumer
 * has changed meanwhile.
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

/** @returns subjects that still differ after a time without progress */
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
 * Removes copies that the owner does not know, unless the consumer has received an event about them meanwhile.
 * @returns the removed subjects
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
  // Each subject gets a locked row, so that an event that arrives meanwhile waits and then writes its copy anew.
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
