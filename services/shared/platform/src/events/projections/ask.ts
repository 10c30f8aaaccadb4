import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Answers, answerKey, type Question, questionsKey, type Reply } from './questions.ts';

/** The owner of a topic did not answer, or could not. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** Asks the owner of one topic. Every question can be asked again without harm. */
export type Ask = <What extends Question['what']>(
  question: Extract<Question, { what: What }>,
) => Promise<Answers[What]>;

/** Longest wait for one answer, in milliseconds: the owner reads through everything it has for some of them. */
const patienceMs = 60_000;
/** An owner that nobody serves: its questions are not answered by the time that they are taken up. */
const questionLivesMs = 60_000;
const pollMs = 25;

/**
 * Through Redis, whichever bus is in use: an answer is for the one process that asked, and worth nothing to it later.
 * @param signal ends the wait
 */
export function askThrough(redis: Redis, topic: string, signal: AbortSignal, waitMs = patienceMs): Ask {
  return async (question) => {
    const id = randomUUID();
    const key = questionsKey(topic);
    await redis.multi().lpush(key, JSON.stringify({ id, question })).pexpire(key, questionLivesMs).exec();
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline) {
      const told = await redis.getdel(answerKey(id));
      if (told) {
        const reply = JSON.parse(told) as Reply;
        if ('fault' in reply) throw new NoAnswerError(`The owner of ${topic} cannot answer: ${reply.fault}`);
        return reply.answer as never;
      }
      await sleep(pollMs, undefined, { signal });
    }
    throw new NoAnswerError(`The owner of ${topic} does not answer`);
  };
}
