import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import type { Counter } from 'prom-client';
import { Agent, request } from 'undici';
import { CallFailed, Refused, refusalIn } from './faults.ts';

/** In milliseconds, per attempt. */
const callTimeoutMs = 10_000;

/** In bytes. Far above any expected response. */
const largestAnswer = 2 * 1024 * 1024;

const networkCode = /^(E[A-Z]+|UND_ERR_(?!RES_EXCEEDED|ABORTED|INVALID).+)$/;

/** Calls YouTube with limits on time and size, retries and metrics. */
export class YouTubeClient {
  readonly #agent = new Agent({ maxResponseSize: largestAnswer, connect: { timeout: 5000 }, connections: 4 });
  readonly #calls: Counter<'call' | 'result'>;
  readonly #policy = wrap(
    retry(
      handleWhen((error) => error instanceof TaskCancelledError || (error instanceof CallFailed && error.passing)),
      { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 300, maxDelay: 3000 }) },
    ),
    timeout(callTimeoutMs, TimeoutStrategy.Aggressive),
  );

  constructor(calls: Counter<'call' | 'result'>) {
    this.#calls = calls;
  }

  /**
   * @param call its name in metrics and messages
   * @returns the body of a 200 response
   * @throws Refused | CallFailed | TaskCancelledError after three attempts, or the reason of an aborted `signal`
   */
  async get(call: string, url: URL, signal: AbortSignal): Promise<string> {
    return this.#policy.execute((context) => this.#attempt(call, url, context.signal), signal);
  }

  async #attempt(call: string, url: URL, signal: AbortSignal): Promise<string> {
    try {
      const body = await this.#send(call, url, signal);
      this.#calls.inc({ call, result: 'ok' });
      return body;
    } catch (error) {
      this.#calls.inc({ call, result: error instanceof Refused ? 'refused' : 'failed' });
      throw error;
    }
  }

  async #send(call: string, url: URL, signal: AbortSignal): Promise<string> {
    const { statusCode, body } = await request(url, {
      dispatcher: this.#agent,
      signal,
      headers: { 'user-agent': 'Nightshelf/0.1 (daily reviews)' },
    }).catch(failWith(call));
    const text = await body.text().catch(failWith(call));
    if (statusCode === 200) return text;
    const refusal = refusalIn(statusCode, text);
    if (refusal) throw refusal;
    throw new CallFailed(`${call} answered ${statusCode}`, statusCode >= 500);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

const failWith = (call: string) => (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (networkCode.test(code)) throw new CallFailed(`${call}: ${code}`, true);
  throw error;
};
