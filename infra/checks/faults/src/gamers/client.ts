import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { GatewayClient, someRegistration, testPassword } from '@nightshelf/testing/gateway-client.ts';

/** A definite response to a request, or the last failed one when the client was stopped. */
export interface Outcome {
  /** 0 when no response came. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the checks examine whatever the product returns
  readonly body: any;
  readonly sentAt: number;
  readonly endedAt: number;
}

export interface ClientOptions {
  readonly url: string;
  /** Timeouts of the first attempt, the second, and so on; the last is for all further ones. */
  readonly attemptsMs: readonly number[];
  /** Ends all retries. */
  readonly signal: AbortSignal;
  readonly onRetry: () => void;
}

const failures = [0, 502, 503, 504];
const loginPath = '/api/auth/login';
/** Calls whose 401 does not mean a lost session. */
const openPaths = [loginPath, '/api/auth/register'];

/** A signed-in client that repeats a request under the same key until the product responds, and signs in again when its session is lost. */
export class Client {
  readonly username: string;
  readonly #options: ClientOptions;
  #gateway: GatewayClient;

  constructor(username: string, options: ClientOptions) {
    this.username = username;
    this.#options = options;
    this.#gateway = new GatewayClient(options.url);
  }

  register(): Promise<Outcome> {
    return this.request('POST', '/api/auth/register', someRegistration(this.username));
  }

  async signIn(): Promise<void> {
    this.#gateway = new GatewayClient(this.#options.url);
    await this.request('POST', loginPath, { username_or_email: this.username, password: testPassword });
  }

  async request(method: string, path: string, body?: object): Promise<Outcome> {
    const { attemptsMs, signal, onRetry } = this.#options;
    const key = randomUUID();
    const sentAt = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#send(method, path, body, key, attemptsMs[attempt] ?? attemptsMs.at(-1) ?? 0);
      const isSignedOut = response.status === 401 && !openPaths.includes(path);
      if (signal.aborted || !(isSignedOut || failures.includes(response.status)))
        return { status: response.status, body: response.body, sentAt, endedAt: performance.now() };
      onRetry();
      if (isSignedOut) await this.signIn();
      await pause(Math.min(200 * 2 ** attempt, 3000) * (0.5 + Math.random() / 2));
    }
  }

  async #send(method: string, path: string, body: object | undefined, key: string, timeoutMs: number) {
    try {
      return await this.#gateway.send<Outcome['body']>(method, path, {
        ...(body ? { body: JSON.stringify(body) } : {}),
        headers: method === 'GET' ? {} : { [idempotencyKeyHeader]: key },
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch {
      return { status: 0, body: null };
    }
  }
}
