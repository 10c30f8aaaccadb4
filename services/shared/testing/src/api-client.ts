import { randomUUID } from 'node:crypto';
import type { Failure } from '@nightshelf/contracts/answer.ts';
import type { Call, CallAnswer, CallInput } from '@nightshelf/contracts/call.ts';
import { idempotencyKeyHeader } from '@nightshelf/contracts/headers.ts';
import { type Identity, identityHeader, signIdentity } from '@nightshelf/platform/http/identity.ts';

export const testIdentitySecret = 'a secret for tests, longer than thirty-two characters';

export interface TestAnswer<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** The outcome of a call, successful or not; the test knows which fields exist. */
type Outcome<C> = Omit<Failure, 'success'> & Omit<CallAnswer<C>, 'success'> & { readonly success: boolean };

export interface SendOptions {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Returns an identity of a user that exists nowhere else. */
export function someIdentity(username = `user_${randomUUID().slice(0, 8)}`): Identity {
  return { userId: randomUUID(), username, sessionId: randomUUID() };
}

/** Calls a service as the gateway does: with a signed identity, or without one. */
export class ApiClient {
  readonly #url: string;
  readonly identity: Identity | null;

  constructor(url: string, identity: Identity | null = null) {
    this.#url = url;
    this.identity = identity;
  }

  as(identity: Identity): ApiClient {
    return new ApiClient(this.#url, identity);
  }

  /** Makes a call of the contract that must succeed. */
  async call<C extends Call>(call: C, input: CallInput<C>, options: CallOptions = {}): Promise<CallAnswer<C>> {
    const { status, body } = await this.attempt(call, input, options);
    if (status !== (call.status ?? 200)) {
      throw new Error(`${call.method} ${call.path} answered ${status}: ${JSON.stringify(body)}`);
    }
    return body as unknown as CallAnswer<C>;
  }

  /** Makes a call of the contract and returns any outcome; `input` may be invalid on purpose. */
  async attempt<C extends Call>(
    call: C,
    input: unknown,
    { key, headers, signal }: CallOptions = {},
  ): Promise<TestAnswer<Outcome<C>>> {
    const {
      params = {},
      query = {},
      body,
    } = input as Record<'params' | 'query', Record<string, unknown>> & {
      body?: unknown;
    };
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return this.send(call.method, search.size > 0 ? `${path}?${search}` : path, {
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { ...(key === undefined ? {} : { [idempotencyKeyHeader]: key }), ...headers },
      ...(signal ? { signal } : {}),
    });
  }

  /** Sends any request, also one that breaks the contract. */
  async send<Body>(method: string, path: string, options: SendOptions = {}): Promise<TestAnswer<Body>> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.identity ? { [identityHeader]: signIdentity(this.identity, testIdentitySecret) } : {}),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as Body };
  }
}
