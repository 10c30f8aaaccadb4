import { setImmediate as breathe } from 'node:timers/promises';
import { type View, viewNamed } from '@nightshelf/contracts';
import type { Redis } from 'ioredis';
import type { Work } from '../../database/work.ts';
import type { Logger } from '../../logging/logger.ts';
import { pause } from '../delivery/redelivery.ts';
import { bucketOf, Digests, type Fingerprint, viewHash } from './fingerprint.ts';
import { type OwnedSubject, type OwnedTopic, ownedPages, publishAsTheyAre, subjectOf } from './owned.ts';
import {
  type Answers,
  answerKey,
  asked,
  batchSize,
  type Question,
  question,
  questionsKey,
  type Reply,
} from './questions.ts';

export interface AnsweringOptions {
  /** Its connection is not used, only its address: waiting for questions blocks one. */
  readonly redis: Redis;
  readonly work: Work;
  readonly owns: readonly OwnedTopic[];
  readonly logger: Logger;
}

/** Seconds; shorter than a command may take. */
const waitSeconds = 1;
const answerLivesMs = 60_000;

/** Answers what consumers ask of the topics that a service owns, one question at a time. */
export function startAnswering({ redis: shared, work, owns, logger }: AnsweringOptions): { stop(): Promise<void> } {
  const redis = shared.duplicate();
  redis.on('error', () => undefined);
  const stopping = new AbortController();
  const topics = new Map(owns.map((owned) => [questionsKey(owned.topic), owned]));

  const next = async () => {
    const taken = await redis.brpop([...topics.keys()], waitSeconds);
    const owned = taken && topics.get(taken[0]);
    if (!owned) return;
    const { id, question: given } = asked.parse(JSON.parse(taken[1]));
    const reply = await answerTo(work, owned, given).then(
      (answer): Reply => ({ answer }),
      (error): Reply => {
        logger.warn({ err: error, topic: owned.topic }, 'Could not answer a consumer that compares its copy');
        return { fault: error instanceof Error ? error.message : String(error) };
      },
    );
    await redis.set(answerKey(id), JSON.stringify(reply), 'PX', answerLivesMs);
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      await next().catch(async (error) => {
        if (stopping.signal.aborted) return;
        logger.debug({ err: error }, 'Cannot hear consumers that compare their copies');
        await pause(1000, stopping.signal);
      });
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      redis.disconnect();
      await running;
    },
  };
}

/** @throws for a question that this release does not understand */
export async function answerTo(work: Work, owned: OwnedTopic, given: unknown): Promise<Answers[Question['what']]> {
  const wanted = question.parse(given);
  if (wanted.what === 'publish') return publish(work, owned, wanted.subjects);
  if (wanted.what === 'published') return { published: await isPublished(work, wanted.mark) };
  const view = viewNamed(wanted.view);
  if (view?.topic !== owned.topic) throw new Error(`There is no view ${wanted.view} of ${owned.topic}`);
  if (wanted.what === 'digest') return { digests: await digestsOf(work, owned, view) };
  if (wanted.what === 'list') {
    const subjects = await list(work, owned, view, new Set(wanted.buckets));
    return { subjects, mark: await newestRecorded(work) };
  }
  if (wanted.what === 'page') return page(work, owned, view, wanted);
  const found = await Promise.all(
    owned.parts.map((part) => part.read(work.query(), { subjects: wanted.subjects }, false)),
  );
  return { subjects: found.flat().map((subject) => told(view, subject)) };
}

const fingerprint = (view: View, owned: OwnedSubject): Fingerprint => {
  const { event, data, version, removed } = owned;
  return {
    subject: subjectOf(owned),
    version,
    hash: removed ? null : viewHash(view, event.data.parse(data), version),
  };
};

const told = (view: View, owned: OwnedSubject) => {
  const { subject, version, hash } = fingerprint(view, owned);
  return [subject, version, hash] as const;
};

async function digestsOf(work: Work, { parts }: OwnedTopic, view: View) {
  const digests = new Digests();
  for (const part of parts) {
    for await (const subjects of ownedPages(work, part)) {
      for (const subject of subjects) digests.add(fingerprint(view, subject));
      await breathe();
    }
  }
  return digests.all();
}

async function list(work: Work, { parts }: OwnedTopic, view: View, buckets: ReadonlySet<number>) {
  const listed = [];
  for (const part of parts) {
    for await (const subjects of ownedPages(work, part)) {
      for (const subject of subjects) if (buckets.has(bucketOf(subjectOf(subject)))) listed.push(told(view, subject));
      await breathe();
    }
  }
  return listed;
}

async function page(
  work: Work,
  { parts }: OwnedTopic,
  view: View,
  { part, after }: { readonly part: number; readonly after: string | null },
): Promise<Answers['page']> {
  const found = (await parts[part]?.read(work.query(), { after, limit: batchSize }, false)) ?? [];
  const last = found.at(-1);
  const more = last && found.length === batchSize;
  const behind = part + 1 < parts.length ? { part: part + 1, after: null } : null;
  return {
    subjects: found.map((subject) => told(view, subject)),
    next: more ? { part, after: subjectOf(last) } : behind,
  };
}

async function publish(work: Work, { parts }: OwnedTopic, subjects: readonly string[]): Promise<Answers['publish']> {
  const unknown = new Set(subjects);
  for (const part of parts) {
    for (const owned of await publishAsTheyAre(work, part, { subjects })) unknown.delete(subjectOf(owned));
  }
  return { unknown: [...unknown] };
}

async function newestRecorded(work: Work): Promise<string> {
  const [row] = await work.query().execute<{ mark: string }[]>('select coalesce(max(id), 0)::text as mark from outbox');
  return row?.mark ?? '0';
}

async function isPublished(work: Work, mark: string): Promise<boolean> {
  const [row] = await work
    .query()
    .execute<{ pending: boolean }[]>(
      'select exists (select from outbox where published_at is null and id <= ?::bigint) as pending',
      [mark],
    );
  return row?.pending === false;
}
