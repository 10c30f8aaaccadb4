import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from '../../redis/client.ts';
import { type Answers, answerKey, type Question, questionsKey, type Reply } from './questions.ts';

/** The owner of a topic did not answer, or could not. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** Asks the owner of one topic. Every question can be asked again without harm. */
export type Ask = <What extends Question['what']>(
  question: Extract<Question, { what: What }>,
) => Promise<Answers[What]>;

export interface Patience {
  /** Longest wait for one answer, in milliseconds. */
  readonly waitMs?: number;
  /** After how long without an answer the question is put again, in milliseconds: whoever took it up may have ended. */
  readonly againMs?: number;
}

/** An owner that nobody serves: its questions are not answered by the time that they are taken up. */
const questionLivesMs = 60_000;
const pollMs = 10;

/**
 * Through Redis, whichever bus is in use: an answer is for the one process that asked, and worth nothing to it later.
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
        // In the place of the one before, if that still waits.
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
      // Nobody works for whoever does not wait any longer.
      redis.lrem(key, 0, message).catch(() => undefined);
    });
    if (!reply) throw new NoAnswerError(`The owner of ${topic} does not answer`);
    if ('fault' in reply) throw new NoAnswerError(`The owner of ${topic} cannot answer: ${reply.fault}`);
    return reply.answer as never;
  };
}
