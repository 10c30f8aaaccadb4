import type { CallAnswer, CallInput, Method } from '@nightshelf/contracts/call.ts';
import { expectedUserHeader, sessionUserHeader } from '@nightshelf/contracts/expected-user.ts';
import { idempotencyKeyHeader } from '@nightshelf/contracts/idempotency.ts';
import { whoActs } from './acting-user.ts';
import { ApiError, failureOf, NetworkError, otherUser } from './api-errors.ts';
import { confirming } from './confirmation.ts';
import { newIntentKey } from './intent-key.ts';
import { type Resending, resending } from './resend.ts';
import { notedSignOut } from './sign-out-note.ts';

/** The part of a contract's call that its types are taken from; no schema travels to the browser. */
export interface AnyCall {
  readonly method: Method;
  readonly path: string;
}

/** Only those parts of the input that the contract describes; the type of an absent part is unknown. */
type Described<Input> = { readonly [Part in keyof Input as unknown extends Input[Part] ? never : Part]: Input[Part] };

/** What a call needs: its literal method and path, and its params, query and body where the contract has them. */
export type ApiRequest<C extends AnyCall> = { readonly method: C['method']; readonly path: C['path'] } & Described<
  CallInput<C>
>;

/** How a call is made, beside what it says. */
export interface CallOptions extends Resending {
  /** What names the intent behind an unsafe call; a call that is tried again after it was given up keeps its own. */
  readonly key?: string | undefined;
  /** It is asked in order to learn who is signed in. */
  readonly asksWho?: boolean;
}

/** A request of any endpoint. */
export type AnyRequest = AnyCall & Parts;

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The path with its `:name` parameters filled in and the query appended; undefined query values are left out. */
export function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return filled;
  return `${filled}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * The browser's cookie has become another user's: what was answered is theirs; or what is refused was asked by another than is here by now.
 * @param asked who acted then
 */
function isForAnother({ status, headers }: Response, asked: string | null): boolean {
  const [meant, got] = [whoActs(), headers.get(sessionUserHeader)];
  if (status === 401) return meant !== asked;
  return meant !== null && got !== null && got !== meant;
}

/**
 * Sends a request, again while nobody answers or a part restarts, or once the person has confirmed that it is them, and always
 * under the same key: the server does once what it hears twice. What `read` makes of a successful answer, or of 304, is the result.
 */
function send<C extends AnyCall, Result>(
  request: ApiRequest<C>,
  headers: Readonly<Record<string, string>>,
  read: (response: Response) => Promise<Result>,
  { key, asksWho = false, ...times }: CallOptions,
): Promise<Result> {
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
      ...headers,
      ...(!safe && { [idempotencyKeyHeader]: key ?? newIntentKey() }),
      ...(user !== null && { [expectedUserHeader]: user }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(parts.body) }),
  };
  const once = async (signal: AbortSignal, begins: () => void) => {
    try {
      // Nobody is found to be signed in by a session that they have left, and whoever signs in is not signed out by that.
      if (path.startsWith('/api/auth/') && notedSignOut())
        await (await import('./end-noted-session.ts')).endNotedSession();
      const response = await fetch(addressOf(path, parts), { ...init, signal });
      begins();
      if (!asksWho && isForAnother(response, asked)) throw new ApiError(412, { code: otherUser });
      if (!response.ok && response.status !== 304) throw await failureOf(response);
      return await read(response);
    } catch (error) {
      if (error instanceof ApiError || signal.aborted) throw error;
      throw new NetworkError(error);
    }
  };
  // Without any network there is nothing to wait for before showing what was kept; a change may yet be sent.
  return confirming(() =>
    resending(once, {
      ...times,
      isChange: !safe,
      ...(safe && navigator.onLine === false && { whileUnreached: 0 }),
    }),
  );
}

/**
 * Makes one call of the API, with cookies.
 * @returns the body of the successful answer
 * @throws ApiError when the server refuses; NetworkError when no answer came; AbortError when `signal` fired
 * Either of them only when sending again has not helped either, or the user has given up.
 */
export const call = <C extends AnyCall>(request: ApiRequest<C>, options: CallOptions = {}): Promise<CallAnswer<C>> =>
  send(request, {}, (response) => response.json() as Promise<CallAnswer<C>>, options);

/** What an answer is known by when it is asked for again: the server's tag for it, and its text where it has none. */
export interface Known {
  readonly etag: string | null;
  readonly text: string;
}

export interface ChangedAnswer<C> {
  readonly answer: CallAnswer<C>;
  readonly known: Known;
}

/**
 * Asks again for something of which an answer is known; nothing is parsed, and with an ETag nothing sent, while it is
 * still the same.
 * @param known the last answer; null asks for the first time
 * @returns the new answer, or null when nothing has changed
 * @throws as `call` does
 */
export const callIfChanged = <C extends AnyCall>(
  request: ApiRequest<C>,
  known: Known | null,
  options: CallOptions = {},
): Promise<ChangedAnswer<C> | null> =>
  send(
    request,
    known?.etag ? { 'if-none-match': known.etag } : {},
    async (response) => {
      if (response.status === 304) return null;
      const text = await response.text();
      if (text === known?.text) return null;
      const etag = response.headers.get('etag');
      return { answer: JSON.parse(text) as CallAnswer<C>, known: { etag, text: etag ? '' : text } };
    },
    options,
  );
