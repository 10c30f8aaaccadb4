import { type AnyRequest, addressOf, call } from '../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { whileKept } from '../../lib/until-online.ts';
import { forgetUserCaches, userCaches } from '../../lib/user-caches.ts';
import { selectSession, selectUser, selectVaultOwner } from '../session/selectors.ts';
import type { SessionState } from '../session/slice.ts';

/** A stored response for when the server is unreachable. */
interface KeptAnswer {
  readonly answer: object;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type GetState = () => { readonly session: SessionState };

const cacheName = 'nightshelf-answers';
/** Number of stored responses; the least recently seen are dropped. */
const mostKept = 400;

const addressIn = (userId: string, request: AnyRequest) => `/kept/${userId}${addressOf(request.path, request)}`;

const userOf = (getState: GetState) => selectUser(getState())?.id;

/** Waits for the session check, which runs in parallel with the request. */
async function untilKnown(getState: GetState): Promise<string | undefined> {
  const isKnown = () => selectSession(getState()).known;
  for (let left = 100; left > 0 && !isKnown(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 100));
  return userOf(getState);
}

/** Stores run in sequence, so that the limit holds. */
let keeping: Promise<unknown> = Promise.resolve();

async function keep(request: AnyRequest, answer: object, owner: string | undefined, getState: GetState): Promise<void> {
  const at = Date.now();
  const userId = await untilKnown(getState);
  // The session check found a different user.
  if (owner && owner !== userId) return;
  const cache = userId && (await userCaches()?.open(cacheName));
  if (!cache) return;
  const address = addressIn(userId, request);
  const kept: KeptAnswer = { answer, at };
  // A single put is atomic: the page may be left at any moment, and the previous response stays until then.
  await cache.put(address, new Response(JSON.stringify(kept)));
  // A put moves a response to the end, so the first ones are the least recently seen.
  const all = await cache.keys();
  await Promise.all(all.slice(0, -mostKept).map((one) => cache.delete(one)));
  // Leave nothing behind for a user who has signed out since.
  if (userOf(getState) !== userId) await forgetUserCaches();
}

/** Stores a response for the signed-in user in the background. */
function keepAnswer(...given: Parameters<typeof keep>): void {
  keeping = keeping.then(() => keep(...given)).catch(console.error);
}

/** Returns a stored response of this user; null when there is none. */
async function readAnswer(userId: string, request: AnyRequest): Promise<KeptAnswer | null> {
  const kept = await userCaches()?.match(addressIn(userId, request), { cacheName });
  return kept ? ((await kept.json()) as KeptAnswer) : null;
}

/** Returns whether the server or a gateway before it is unreachable. */
const isAway = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status));

interface Asking {
  readonly signal: AbortSignal;
  readonly getState: GetState;
}

/**
 * Makes the call and falls back to the stored response when the server is unreachable.
 * @throws as `call` does
 */
export async function askOrKept(request: AnyRequest, { signal, getState }: Asking): Promise<object> {
  const owner = selectVaultOwner(getState())?.id;
  const kept = owner ? await readAnswer(owner, request).catch(() => null) : null;
  try {
    const answer: object = await call(request as never, { signal, ...(kept && { within: whileKept }) });
    keepAnswer(request, answer, owner, getState);
    return answer;
  } catch (error) {
    if (!kept || signal.aborted || !isAway(error)) throw error;
    return { ...kept.answer, kept_at: kept.at };
  }
}
