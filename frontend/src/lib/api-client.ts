import type { CallAnswer, CallInput, Method } from '@nightshelf/contracts/call.ts';
import { expectedUserHeader, idempotencyKeyHeader, sessionUserHeader } from '@nightshelf/contracts/headers.ts';
import { whoActs } from './acting-user.ts';
import { ApiError, failureOf, NetworkError, otherUser } from './api-errors.ts';
import { confirming } from './confirmation.ts';
import { newIntentKey } from './intent-key.ts';
import { type Resending, resending } from './resend.ts';
import { notedSignOut } from './sign-out-note.ts';

/** The part of a contract's call that the types need; its schemas stay out of the bundle. */
export interface AnyCall {
  readonly method: Method;
  readonly path: string;
}

/** Keeps the input parts that the contract describes; the type of an absent part is unknown. */
type Described<Input> = { readonly [Part in keyof Input as unknown extends Input[Part] ? never : Part]: Input[Part] };

/** A call's literal method and path, and its params, query and body where the contract has them. */
export type ApiRequest<C extends AnyCall> = { readonly method: C['method']; readonly path: C['path'] } & PartsOf<C>;

type PartsOf<C extends AnyCall> = Described<CallInput<C>>;

/** Returns a request, checked against its call in the contract. */
export const apiRequest = <C extends AnyCall>(
  method: C['method'],
  path: C['path'],
  ...[parts]: object extends PartsOf<C> ? [parts?: PartsOf<C>] : [parts: PartsOf<C>]
): ApiRequest<C> => ({ method, path, ...parts }) as ApiRequest<C>;

export interface CallOptions extends Resending {
  /** Idempotency key of an unsafe call; a later retry reuses it. */
  readonly key?: string | undefined;
  /** The call itself checks who is signed in. */
  readonly asksWho?: boolean;
}

/** A request of any endpoint. */
export type AnyRequest = AnyCall & Parts;

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Returns the path with its `:name` parameters filled in and the query appended, without undefined values. */
export function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return filled;
  return `${filled}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * Returns whether the response is for another user's session cookie, or is a 401 to a request sent before the user
 * changed.
 * @param asked the acting user when the request was sent
 */
function isForAnother({ status, headers }: Response, asked: string | null): boolean {
  const [meant, got] = [whoActs(), headers.get(sessionUserHeader)];
  if (status === 401) return meant !== asked;
  return meant !== null && got !== null && got !== meant;
}

/**
 * Makes one API call, with cookies. It resends the call with the same idempotency key while the server is unreachable or
 * restarting, or after the user has confirmed their identity.
 * @returns the body of the successful response
 * @throws ApiError when the server refuses; NetworkError when no response came; AbortError when `signal` fired
 */
export function call<C extends AnyCall>(
  request: ApiRequest<C>,
  { key, asksWho = false, ...times }: CallOptions = {},
): Promise<CallAnswer<C>> {
  const { method, path } = request;
  const parts = request as Parts;
  const safe = method === 'GET';
  const hasBody = parts.body !== undefined;
  const asked = whoActs();
  const user = safe ? null : asked;
  const init: RequestInit = {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(!safe && { [idempotencyKeyHeader]: key ?? newIntentKey() }),
      ...(user !== null && { [expectedUserHeader]: user }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(parts.body) }),
  };
  const once = async (signal: AbortSignal, begins: () => void) => {
    try {
      // Deliver a pending sign-out first: its session must not verify a user, and it must not sign out the next one.
      if (path.startsWith('/api/auth/') && notedSignOut())
        await (await import('./end-noted-session.ts')).endNotedSession();
      const response = await fetch(addressOf(path, parts), { ...init, signal });
      begins();
      if (!asksWho && isForAnother(response, asked)) throw new ApiError(412, { code: otherUser });
      if (!response.ok) throw await failureOf(response);
      return (await response.json()) as CallAnswer<C>;
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      throw new NetworkError(error);
    }
  };
  // Offline, a read fails immediately so that stored data can be shown; a change keeps retrying.
  return confirming(() =>
    resending(once, {
      ...times,
      isChange: !safe,
      ...(safe && navigator.onLine === false && { whileUnreached: 0 }),
    }),
  );
}
