import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from '../../redis/client.ts';
import { type Answers, answerKey, type Question, questionsKey, type Reply } from './questions.ts';

/** The owner of a topic did not respond, or failed. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** Sends a request to the owner of one topic. Every request can be repeated safely. */
export type Ask = <What extends Question['what']>(
  question: Extract<Question, { what: What }>,
) => Promise<Answers[What]>;

export interface Patience {
  /** Longest wait for a response. */
  readonly waitMs?: number;
  /** Time without a response after which the request is repeated, because its receiver may have ended. */
  readonly againMs?: number;
}

/** Requests that no owner takes within this time are dropped. */
const questionLivesMs = 60_000;
const pollMs = 10;

/**
 * Sends requests through Redis, whichever bus is in use, because a response matters only to the process that waits for
 * it.
 * @param signal ends the wait
 */
export function askThrough(
  redis: RedisClient,
  topic: string,
  signal: AbortSignal,
  { waitMs = 60_000, againMs = 10_000 }: Patience = {},
): Ask {
  const key = questionsKey(topic);
  const answerTo = async (id: string, message: string) => {
    const deadline = performance.now() + waitMs;
    for (let askAt = 0; performance.now() < deadline; await sleep(pollMs, undefined, { signal })) {
      if (performance.now() >= askAt) {
        // Replaces the previous request if it is still queued.
        await redis.multi().lrem(key, 0, message).lpush(key, message).pexpire(key, questionLivesMs).exec();
        askAt = performance.now() + againMs;
      }
      const told = await redis.getdel(answerKey(id));
      if (told) return JSON.parse(told) as Reply;
    }
    return undefined;
  };
  return async (question) => {
    const id = randomUUID();
    const message = JSON.stringify({ id, question });
    const reply = await answerTo(id, message).finally(() => {
      // Removes the request, because its sender no longer waits.
      redis.lrem(key, 0, message).catch(() => undefined);
    });
    if (!reply) throw new NoAnswerError(`The owner of ${topic} does not answer`);
    if ('fault' in reply) throw new NoAnswerError(`The owner of ${topic} cannot answer: ${reply.fault}`);
    return reply.answer as never;
  };
}
