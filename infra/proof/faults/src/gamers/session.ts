import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idempotencyKeyHeader } from '@nightshelf/contracts/idempotency.ts';
import { someRegistration, testPassword } from '@nightshelf/testing/gateway-client.ts';

/** The answer to one sending of a request. */
export interface Answer {
  /** 0 when none came: the connection broke, or nothing was heard for too long. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the product says, which is what is being examined
  readonly body: any;
}

/** All sendings of one intent. */
export interface Outcome extends Answer {
  readonly sentAt: number;
  readonly endedAt: number;
  /** Until when a sending that was not answered well may still take effect. */
  readonly mayLandUntil: number;
  /** Status of each sending before the last. */
  readonly before: readonly number[];
}

export interface Patience {
  /** For the first sending, the second, and each after it, in milliseconds, as the product's client has it. */
  readonly attemptsMs: readonly number[];
  /** For an intent, likewise. */
  readonly intentMs: number;
}

/** Longest that the gateway waits for a service, in milliseconds. */
const gatewayWaitsMs = 10_000;
const resent = [0, 502, 503, 504];
const loginPath = '/api/auth/login';
const registerPath = '/api/auth/register';
/** Calls that need no session: a 401 is their own. */
const openPaths = [loginPath, registerPath];

/** A sign-in of one account, that acts as the product's client does: sends again, and signs in again when it has to. */
export class Session {
  readonly #url: string;
  readonly username: string;
  readonly #patience: Patience;
  readonly #signal: AbortSignal;
  #cookie = '';
  /** Refusals that were not in the product's form, or none that a client expects. */
  static readonly oddAnswers: { readonly status: number; readonly path: string; readonly body: unknown }[] = [];

  constructor(url: string, username: string, patience: Patience, signal: AbortSignal) {
    this.#url = url;
    this.username = username;
    this.#patience = patience;
    this.#signal = signal;
  }

  register(): Promise<Outcome> {
    return this.intend('POST', registerPath, someRegistration(this.username));
  }

  /** Makes an unsafe call, and makes it again until it is answered or the patience is over. */
  async intend(method: string, path: string, body?: object, key: string = randomUUID()): Promise<Outcome> {
    const sentAt = performance.now();
    const before: number[] = [];
    let mayLandUntil = sentAt;
    for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, 3000)) {
      const began = performance.now();
      const attemptMs = this.#patience.attemptsMs[before.length] ?? this.#patience.attemptsMs.at(-1) ?? 0;
      const answer = await this.#send(method, path, body, { [idempotencyKeyHeader]: key }, attemptMs);
      const endedAt = performance.now();
      const late = endedAt - sentAt > this.#patience.intentMs || this.#signal.aborted;
      if (resent.includes(answer.status)) {
        const told = answer.status === 504;
        mayLandUntil = Math.max(mayLandUntil, told ? endedAt : began + gatewayWaitsMs, endedAt);
        if (late) return { ...answer, sentAt, endedAt, mayLandUntil, before };
      } else if (answer.status !== 401 || late || openPaths.includes(path)) {
        // Whose session went away on the way does not know what an earlier sending has done.
        if (answer.status === 401 && before.length > 0 && !openPaths.includes(path)) {
          return { status: 0, body: null, sentAt, endedAt, mayLandUntil, before };
        }
        return { ...answer, sentAt, endedAt, mayLandUntil: endedAt, before };
      } else await this.signIn();
      before.push(answer.status);
      await pause(pauseMs * (0.5 + Math.random() / 2));
    }
  }

  async read(path: string): Promise<Outcome> {
    return this.intend('GET', path);
  }

  async signIn(): Promise<void> {
    this.#cookie = '';
    const body = { username_or_email: this.username, password: testPassword };
    await this.intend('POST', loginPath, body);
  }

  async #send(
    method: string,
    path: string,
    body: object | undefined,
    headers: Record<string, string>,
    attemptMs: number,
  ): Promise<Answer> {
    try {
      const response = await fetch(this.#url + path, {
        method,
        headers: {
          ...(method === 'GET' ? {} : headers),
          ...(this.#cookie ? { cookie: this.#cookie } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(attemptMs),
      });
      const text = await response.text();
      const [given] = response.headers.getSetCookie();
      if (given) this.#cookie = given.split(';')[0] ?? '';
      const answer = { status: response.status, body: text ? JSON.parse(text) : null };
      this.#examine(path, answer);
      return answer;
    } catch {
      return { status: 0, body: null };
    }
  }

  /** A refusal is in the product's form and one that tells the client what to do. */
  #examine(path: string, { status, body }: Answer): void {
    if (status < 400) return;
    const inForm = body?.success === false && typeof body.code === 'string' && typeof body.request_id === 'string';
    if (!inForm || status === 500 || status === 422 || status === 400 || status === 403) {
      Session.oddAnswers.push({ status, path, body });
    }
  }
}
