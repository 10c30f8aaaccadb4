import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from '../jobs/worker.ts';
import type { Logger } from '../logging/logger.ts';
import type { RedisClient } from '../redis/client.ts';

/** No service responded in time; the request may still be carried out if a service has taken it. */
export class NobodyAnswersError extends Error {
  override name = 'NobodyAnswersError';
}

/** A request that no service takes within this time expires. */
const livesMs = 5000;
const timeoutMs = 15_000;
const pollMs = 25;
/** Seconds; shorter than the time limit of a command. */
const waitSeconds = 2;

const waitingKey = (service: string) => `operators:requests:${service}`;
const requestKey = (id: string) => `operators:request:${id}`;
const answerKey = (id: string) => `operators:answer:${id}`;

/**
 * Sends an operator's request to a service through the durable Redis, so that the operator needs no access to the
 * service's database.
 * @throws NobodyAnswersError
 */
export async function askService(redis: RedisClient, service: string, request: unknown): Promise<unknown> {
  const id = randomUUID();
  const waiting = waitingKey(service);
  await redis.set(requestKey(id), JSON.stringify(request), 'PX', livesMs);
  await redis.multi().lpush(waiting, id).pexpire(waiting, livesMs).exec();
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const reply = await redis.getdel(answerKey(id));
    if (reply) {
      const { answer, fault } = JSON.parse(reply) as { answer?: unknown; fault?: string };
      if (fault !== undefined) throw new Error(fault);
      return answer;
    }
    await sleep(pollMs);
  }
  throw new NobodyAnswersError(`${service} does not answer.`);
}

interface Answering {
  /** Only its address is used, because waiting for requests blocks a connection. */
  readonly redis: RedisClient;
  readonly service: string;
  readonly answer: (request: unknown) => Promise<unknown>;
  readonly logger: Logger;
}

/** Handles operators' requests to a service one after the other; any number of replicas may do so. */
export class AnswerOperators implements Job {
  readonly name = 'answer-operators';
  readonly #options: Answering;
  readonly #stopping = new AbortController();
  #redis: RedisClient | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: Answering) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#redis = this.#options.redis.duplicate();
    this.#redis.on('error', () => undefined);
    this.#running = this.#run(this.#redis);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#redis?.disconnect();
    await this.#running;
  }

  async #run(redis: RedisClient): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#next(redis).catch(async () => {
        if (!signal.aborted) await sleep(1000, undefined, { signal }).catch(() => undefined);
      });
    }
  }

  async #next(redis: RedisClient): Promise<void> {
    const { service, answer, logger } = this.#options;
    const taken = await redis.brpop(waitingKey(service), waitSeconds);
    const request = taken && (await redis.getdel(requestKey(taken[1])));
    if (!taken || !request) return;
    const reply = await answer(JSON.parse(request)).then(
      (answered) => ({ answer: answered }),
      (error: unknown) => {
        logger.warn({ err: error }, "An operator's request failed");
        return { fault: error instanceof Error ? error.message : String(error) };
      },
    );
    await redis.set(answerKey(taken[1]), JSON.stringify(reply), 'PX', timeoutMs);
  }
}
