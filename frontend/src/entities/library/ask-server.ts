import { call, type SagaGenerator, select, take } from 'typed-redux-saga';
import { ApiError, isUnjudged, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { safely } from '../../lib/safely.ts';
import { untilOnline, whileKept } from '../../lib/until-online.ts';
import { selectSession } from '../session/selectors.ts';
import { verified } from '../session/slice.ts';
import { type LibraryAnswer, listLibrary } from './api.ts';
import { type Context, commit, tellAll, want } from './context.ts';
import { tryLater } from './pace.ts';
import { selectAllConfirmed, selectQueue } from './selectors.ts';
import { libraryActions } from './slice.ts';
import { takeAnswer, type VaultAnswer } from './sync/take-answer.ts';
import { libraryTexts } from './texts.ts';

/** Returns null when only the whole library will do. */
function vaultIn(answer: LibraryAnswer): VaultAnswer | null {
  if ('library' in answer) return { whole: true, entries: answer.library };
  const { whole_needed, changed, removed } = answer;
  return whole_needed ? null : { whole: false, changed, removed };
}

/** Returns whether the response would belong to another user, or to no user. */
function* isOthers(owner: string | undefined, evenIfUnknown: boolean): SagaGenerator<boolean> {
  const { known, user } = yield* select(selectSession);
  return owner !== undefined && (known || evenIfUnknown) && user?.id !== owner;
}

/** The session saga retries by itself when the check fails. */
function* untilVerified(): SagaGenerator<void> {
  yield* take(verified.type);
}

function* ask(context: Context): SagaGenerator<void> {
  const { owner, at, touched } = context;
  if (at !== null && (yield* isOthers(owner, false))) {
    yield* giveWay(context, at);
    yield* untilVerified();
  }
  touched.clear();
  context.asking = true;
  context.needsWhole = false;
  try {
    // Give up early when a kept vault is on screen; otherwise keep retrying.
    const answer = yield* listLibrary(context.cursor, at === null ? undefined : whileKept);
    if (yield* isOthers(owner, true)) {
      if (!(yield* select(selectSession)).known) yield* untilVerified();
      if (yield* isOthers(owner, true)) return;
    }
    if (!(yield* call(context.tabs.lead.isOurs))) return;
    const vault = vaultIn(answer);
    if (!vault) {
      if (context.cursor === null) throw new Error('The server has no whole vault');
      context.cursor = null;
      return want(context, 'ask');
    }
    const saved = yield* select(selectAllConfirmed);
    const queue = yield* select(selectQueue);
    const news = takeAnswer(vault, { saved, queue, touched });
    if (news === 'again') return want(context, 'ask');
    context.unreached = false;
    const cursor = context.needsWhole ? null : (answer.version ?? null);
    yield* commit(context, { ...news, reached: { at: Date.now(), cursor } });
    want(context, 'send');
  } catch (error) {
    if (!(error instanceof NetworkError) || at === null) {
      yield* tellAll(context, libraryActions.loadFailed(messageOf(error, libraryTexts.loadFailed)));
      const isAwaited = (yield* select(selectQueue)).some(({ waits }) => waits);
      if (error instanceof ApiError && isUnjudged(error) && isAwaited) yield* tryLater(context, error);
    } else {
      yield* giveWay(context, at);
      yield* call(untilOnline);
      want(context, 'ask');
    }
  } finally {
    context.asking = false;
  }
}

function* giveWay(context: Context, at: number): SagaGenerator<void> {
  context.unreached = true;
  yield* tellAll(context, libraryActions.unreached(at));
}

/** Requests new data from the server, once for all simultaneous requests. */
export function* askWhenWanted(context: Context): SagaGenerator<void> {
  while (true) {
    yield* take(context.asks);
    yield* call(safely(ask), context);
  }
}
