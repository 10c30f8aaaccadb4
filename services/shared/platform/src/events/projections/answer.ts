import { setImmediate as breathe } from 'node:timers/promises';
import { type View, viewNamed } from '@nightshelf/contracts/events/views.ts';
import type { Work } from '../../database/work.ts';
import type { Logger } from '../../logging/logger.ts';
import type { RedisClient } from '../../redis/client.ts';
import { pause } from '../delivery/redelivery.ts';
import { digestsOf, listOf } from './answer-whole.ts';
import { type OwnedTopic, ownedPages, publishAsTheyAre, subjectOf } from './owned.ts';
import {
  type Answers,
  answerKey,
  asked,
  batchSize,
  type Place,
  type Question,
  question,
  questionsKey,
  type Reply,
  rangeSize,
  type ToldFingerprint,
} from './questions.ts';
import { newestRecorded, told } from './told.ts';

export interface AnsweringOptions {
  /** Its address is used for a blocking connection of each topic. */
  readonly redis: RedisClient;
  readonly work: Work;
  readonly owns: readonly OwnedTopic[];
  readonly logger: Logger;
}

/** Seconds; shorter than the time limit of a command. */
const waitSeconds = 1;
const answerLivesMs = 60_000;

/** Responds to consumers' requests about the topics that a service owns, one at a time for each topic. */
export function startAnswering({ owns, ...options }: AnsweringOptions): { stop(): Promise<void> } {
  const topics = owns.map((owned) => answerTopic(owned, options));
  return {
    stop: async () => {
      await Promise.all(topics.map((topic) => topic.stop()));
    },
  };
}

function answerTopic(owned: OwnedTopic, { redis, work, logger }: Omit<AnsweringOptions, 'owns'>) {
  const { topic } = owned;
  const waiting = redis.duplicate();
  waiting.on('error', () => undefined);
  const stopping = new AbortController();
  const { signal } = stopping;

  const next = async () => {
    const taken = await waiting.brpop(questionsKey(topic), waitSeconds);
    if (!taken) return;
    const { id, question: given } = asked.parse(JSON.parse(taken[1]));
    const reply = await answerTo(work, owned, given, signal).then(
      (answer): Reply => ({ answer }),
      (error): Reply => {
        logger.warn({ err: error, topic }, 'Could not answer a consumer that compares its copy');
        return { fault: error instanceof Error ? error.message : String(error) };
      },
    );
    await redis.set(answerKey(id), JSON.stringify(reply), 'PX', answerLivesMs);
  };
  const run = async () => {
    while (!signal.aborted) {
      await next().catch(async (error) => {
        if (signal.aborted) return;
        logger.debug({ err: error, topic }, 'Cannot hear consumers that compare their copies');
        await pause(1000, signal);
      });
    }
  };
  const running = run();
  return {
    /** Finishes the current request first. */
    stop: async () => {
      stopping.abort();
      waiting.disconnect();
      await running;
    },
  };
}

/** @throws for a request that this release does not understand */
export async function answerTo(
  work: Work,
  owned: OwnedTopic,
  given: unknown,
  signal: AbortSignal,
): Promise<Answers[Question['what']]> {
  const wanted = question.parse(given);
  if (wanted.what === 'publish') return publish(work, owned, wanted.subjects);
  if (wanted.what === 'published') return { published: await isPublished(work, wanted.mark) };
  const view = viewNamed(wanted.view);
  if (view?.topic !== owned.topic) throw new Error(`There is no view ${wanted.view} of ${owned.topic}`);
  if (wanted.what === 'page') return page(work, owned, view, wanted);
  if (wanted.what === 'digest') return digestsOf(work, owned, view, signal);
  if (wanted.what === 'list') return listOf(work, owned, view, new Set(wanted.buckets), signal);
  const found = await Promise.all(
    owned.parts.map((part) => part.read(work.query(), { subjects: wanted.subjects }, false)),
  );
  return { subjects: found.flat().map((subject) => told(view, subject)) };
}

async function page(
  work: Work,
  { parts }: OwnedTopic,
  view: View,
  { part: at, after, limit = batchSize }: Place & { readonly limit?: number | undefined },
): Promise<Answers['page']> {
  const part = parts[at];
  const most = Math.min(limit, rangeSize);
  const subjects: ToldFingerprint[] = [];
  let next: Place | null = at + 1 < parts.length ? { part: at + 1, after: null } : null;
  for await (const found of part ? ownedPages(work, part, after) : []) {
    subjects.push(...found.map((subject) => told(view, subject)));
    const last = found.at(-1);
    if (last && subjects.length >= most) {
      next = { part: at, after: subjectOf(last) };
      break;
    }
    await breathe();
  }
  return { subjects, next, mark: await newestRecorded(work) };
}

async function publish(work: Work, { parts }: OwnedTopic, subjects: readonly string[]): Promise<Answers['publish']> {
  const unknown = new Set(subjects);
  for (const part of parts) {
    for (const owned of await publishAsTheyAre(work, part, { subjects })) unknown.delete(subjectOf(owned));
  }
  return { unknown: [...unknown] };
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
