import { setImmediate as breathe } from 'node:timers/promises';
import type { View } from '@nightshelf/contracts/events/views.ts';
import type { Work } from '../../database/work.ts';
import { bucketOf, Digests } from './fingerprint.ts';
import { type OwnedSubject, type OwnedTopic, ownedPages, subjectOf } from './owned.ts';
import type { Answers, ToldFingerprint } from './questions.ts';
import { fingerprint, newestRecorded, told } from './told.ts';

// Requests of the previous release's consumers for everything at once, for rolling upgrades. The next release can
// remove this.

/** How long such a consumer waits for its response; working longer is useless. */
const waitedMs = 60_000;

export async function digestsOf(
  work: Work,
  owned: OwnedTopic,
  view: View,
  signal: AbortSignal,
): Promise<Answers['digest']> {
  const digests = new Digests();
  for await (const subject of everySubject(work, owned, signal)) digests.add(fingerprint(view, subject));
  return { digests: digests.all() };
}

export async function listOf(
  work: Work,
  owned: OwnedTopic,
  view: View,
  buckets: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Answers['list']> {
  const subjects: ToldFingerprint[] = [];
  for await (const subject of everySubject(work, owned, signal)) {
    if (buckets.has(bucketOf(subjectOf(subject)))) subjects.push(told(view, subject));
  }
  return { subjects, mark: await newestRecorded(work) };
}

/** @throws when the consumer no longer waits, or the owner stops */
async function* everySubject(work: Work, { parts }: OwnedTopic, signal: AbortSignal): AsyncGenerator<OwnedSubject> {
  const deadline = performance.now() + waitedMs;
  for (const part of parts) {
    for await (const page of ownedPages(work, part)) {
      yield* page;
      await breathe();
      signal.throwIfAborted();
      if (performance.now() > deadline) throw new Error('Nobody waits any longer');
    }
  }
}
