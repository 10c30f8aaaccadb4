import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { someRegistration, testPassword } from '@nightshelf/testing/gateway-client.ts';
import type { Journal } from './history.ts';

/** The response to a request, with all its retries. */
export interface Outcome {
  /** 0 when no response came. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the checks examine whatever the product returns
  readonly body: any;
  readonly sentAt: number;
  readonly endedAt: number;
  /** Until when a failed attempt may still take effect. */
  readonly mayLandUntil: number;
  /** Statuses of the attempts before the last. */
  readonly before: readonly number[];
}

export interface SessionOptions {
  readonly url: string;
  /** Timeouts of the first attempt, the second, and so on; the last is for all further ones. */
  readonly attemptsMs: readonly number[];
  readonly journal: Journal;
  /** Ends all retries. */
  readonly signal: AbortSignal;
}

const retryForMs = 30_000;
/** How long the gateway waits for a service. */
const gatewayTimeoutMs = 10_000;
const retried = [0, 502, 503, 504];
const loginPath = '/api/auth/login';
/** A 401 of these is no lost session. */
const openPaths = [loginPath, '/api/auth/register'];

/** A signed-in client that retries under the same key, and signs in again when its session is lost. */
export class Session {
  readonly username: string;
  readonly signal: AbortSignal;
  readonly #options: SessionOptions;
  #cookie = '';

  constructor(username: string, options: SessionOptions) {
    this.username = username;
    this.signal = options.signal;
    this.#options = options;
  }

  register(): Promise<Outcome> {
    return this.request('POST', '/api/auth/register', someRegistration(this.username));
  }

  async signIn(): Promise<void> {
    this.#cookie = '';
    await this.request('POST', loginPath, { username_or_email: this.username, password: testPassword });
  }

  /** Retries until a definite response or for 30 seconds. */
  async request(method: string, path: string, body?: object, key: string = randomUUID()): Promise<Outcome> {
    const { attemptsMs, signal } = this.#options;
    const sentAt = performance.now();
    const before: number[] = [];
    const isOpen = openPaths.includes(path);
    let mayLandUntil = sentAt;
    for (let delayMs = 200; ; delayMs = Math.min(delayMs * 2, 3000)) {
      const began = performance.now();
      const timeoutMs = attemptsMs[before.length] ?? attemptsMs.at(-1) ?? 0;
      const response = await this.#send(method, path, body, key, timeoutMs);
      const endedAt = performance.now();
      const isLate = endedAt - sentAt > retryForMs || signal.aborted;
      if (retried.includes(response.status)) {
        // A service may finish what the gateway no longer waits for.
        const isTimeout = response.status === 504;
        mayLandUntil = Math.max(mayLandUntil, isTimeout ? endedAt : began + gatewayTimeoutMs, endedAt);
        if (isLate) return { ...response, sentAt, endedAt, mayLandUntil, before };
      } else if (response.status === 401 && !isOpen && !isLate) await this.signIn();
      else if (response.status === 401 && !isOpen && before.length > 0) {
        // An earlier attempt may have taken effect before the session was lost.
        return { status: 0, body: null, sentAt, endedAt, mayLandUntil, before };
      } else return { ...response, sentAt, endedAt, mayLandUntil: endedAt, before };
      before.push(response.status);
      await pause(delayMs * (0.5 + Math.random() / 2));
    }
  }

  async #send(method: string, path: string, body: object | undefined, key: string, timeoutMs: number) {
    try {
      const response = await fetch(this.#options.url + path, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { [idempotencyKeyHeader]: key }),
          ...(this.#cookie ? { cookie: this.#cookie } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      const [cookie] = response.headers.getSetCookie();
      if (cookie) this.#cookie = cookie.split(';')[0] ?? '';
      const received = { status: response.status, body: text ? JSON.parse(text) : null };
      if (isOdd(received)) this.#options.journal.oddResponses.push({ path, ...received });
      return received;
    } catch {
      return { status: 0, body: null };
    }
  }
}

/** Gamers send valid requests to their own entries only. */
// biome-ignore lint/suspicious/noExplicitAny: the checks examine whatever the product returns
function isOdd({ status, body }: { status: number; body: any }): boolean {
  if (status < 400) return false;
  const isInFormat = body?.success === false && typeof body.code === 'string' && typeof body.request_id === 'string';
  return !isInFormat || [400, 403, 422, 500].includes(status);
}
