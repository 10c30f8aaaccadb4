import { type AnyRequest, addressOf, call } from '../../lib/api-client.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import { whileKept } from '../../lib/until-online.ts';
import { forgetUserCaches, userCaches } from '../../lib/user-caches.ts';
import { selectSession, selectUser, selectVaultOwner } from '../session/selectors.ts';
import type { SessionState } from '../session/slice.ts';
import { makeRoom } from './make-room.ts';

/** What is kept of an answer that was seen, for when the server cannot be asked. */
interface KeptAnswer {
  readonly answer: object;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type GetState = () => unknown;

const cacheName = 'nightshelf-answers';
/** Answers that are kept; those seen longest ago give way. */
const mostKept = 100;

const addressIn = (userId: string, request: AnyRequest) => `/kept/${userId}${addressOf(request.path, request)}`;

const userOf = (getState: GetState) => selectUser(getState() as { readonly session: SessionState })?.id;

/** Who is signed in is found out at the same time as the answer. */
async function untilKnown(getState: GetState): Promise<string | undefined> {
  const isKnown = () => selectSession(getState() as { readonly session: SessionState }).known;
  for (let left = 100; left > 0 && !isKnown(); left -= 1) await new Promise((resolve) => setTimeout(resolve, 100));
  return userOf(getState);
}

/** One after the other, so that the bound holds. */
let keeping: Promise<unknown> = Promise.resolve();

async function keep(request: AnyRequest, answer: object, owner: string | undefined, getState: GetState): Promise<void> {
  const at = Date.now();
  const userId = await untilKnown(getState);
  // Another was found to be signed in than it was asked for.
  if (owner && owner !== userId) return;
  const cache = userId && (await userCaches()?.open(cacheName));
  if (!cache) return;
  const address = addressIn(userId, request);
  const kept: KeptAnswer = { answer, at };
  // In one step: a page may be left at any moment, and what it had kept stays until the new one is there.
  await cache.put(address, new Response(JSON.stringify(kept)));
  await makeRoom(cache, mostKept);
  // Whoever signed out meanwhile leaves nothing behind.
  if (userOf(getState) !== userId) await forgetUserCaches();
}

/** Puts an answer by for whoever is signed in. Nobody waits for it. */
function keepAnswer(...given: Parameters<typeof keep>): void {
  keeping = keeping.then(() => keep(...given)).catch(console.error);
}

/** What was kept of an answer for this user; null when there is nothing. */
async function readAnswer(userId: string, request: AnyRequest): Promise<KeptAnswer | null> {
  const kept = await userCaches()?.match(addressIn(userId, request), { cacheName });
  return kept ? ((await kept.json()) as KeptAnswer) : null;
}

/** Nobody has answered, or only somebody on the way to the server. */
const isAway = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.status));

interface Asking {
  readonly signal: AbortSignal;
  readonly getState: GetState;
}

/** Asks as ever, and gives what was kept as soon as the server is not reached. @throws as `call` does */
export async function askOrKept(request: AnyRequest, { signal, getState }: Asking): Promise<object> {
  const owner = selectVaultOwner(getState() as { readonly session: SessionState })?.id;
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
