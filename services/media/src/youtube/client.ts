import { ExponentialBackoff, handleWhen, retry, TaskCancelledError, TimeoutStrategy, timeout, wrap } from 'cockatiel';
import type { Counter } from 'prom-client';
import { Agent, request } from 'undici';
import { CallFailed, Refused, refusalIn } from './faults.ts';

/** In milliseconds, per attempt. */
const callTimeoutMs = 10_000;

/** In bytes. Far above any expected response. */
const largestAnswer = 2 * 1024 * 1024;

const networkCode = /^(E[A-Z]+|UND_ERR_(?!RES_EXCEEDED|ABORTED|INVALID).+)$/;

export interface YouTubeClient {
  /**
   * @param call its name in metrics and messages
   * @returns the body of a 200 response
   * @throws Refused | CallFailed | TaskCancelledError after three attempts, or the reason of an aborted `signal`
   */
  get(call: string, url: URL, signal: AbortSignal): Promise<string>;
  close(): Promise<void>;
}

/** Calls YouTube with limits on time and size, retries and metrics. */
export function youTubeClient(calls: Counter<'call' | 'result'>): YouTubeClient {
  const dispatcher = new Agent({ maxResponseSize: largestAnswer, connect: { timeout: 5000 }, connections: 4 });
  const policy = wrap(
    retry(
      handleWhen((error) => error instanceof TaskCancelledError || (error instanceof CallFailed && error.passing)),
      { maxAttempts: 2, backoff: new ExponentialBackoff({ initialDelay: 300, maxDelay: 3000 }) },
    ),
    timeout(callTimeoutMs, TimeoutStrategy.Aggressive),
  );

  async function send(call: string, url: URL, signal: AbortSignal): Promise<string> {
    const headers = { 'user-agent': 'Nightshelf/0.1 (daily reviews)' };
    const { statusCode, body } = await request(url, { dispatcher, signal, headers }).catch(failWith(call));
    const text = await body.text().catch(failWith(call));
    if (statusCode === 200) return text;
    throw refusalIn(statusCode, text) ?? new CallFailed(`${call} answered ${statusCode}`, statusCode >= 500);
  }

  async function attempt(call: string, url: URL, signal: AbortSignal): Promise<string> {
    try {
      const body = await send(call, url, signal);
      calls.inc({ call, result: 'ok' });
      return body;
    } catch (error) {
      calls.inc({ call, result: error instanceof Refused ? 'refused' : 'failed' });
      throw error;
    }
  }

  return {
    get: (call, url, signal) => policy.execute((context) => attempt(call, url, context.signal), signal),
    close: () => dispatcher.destroy(),
  };
}

const failWith = (call: string) => (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (networkCode.test(code)) throw new CallFailed(`${call}: ${code}`, true);
  throw error;
};
