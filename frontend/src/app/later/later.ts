import { call, fork, put, type SagaGenerator, select, takeLatest } from 'typed-redux-saga';
import { type Alert, alertDismissed, selectAlerts } from '../../entities/alerts/slice.ts';
import { hasUnsent } from '../../entities/device/forget-device.ts';
import { liveState } from '../../entities/live/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { signedIn, verified } from '../../entities/session/slice.ts';
import { gameApproached } from '../../features/game/approached.ts';
import { atRest } from '../../lib/at-rest.ts';
import type { StateModule } from '../../lib/page-module.ts';
import { loadCode } from '../../lib/resend.ts';
import { safely } from '../../lib/safely.ts';
import { lazyPages } from '../lazy-page.tsx';
import { install, store } from '../store.ts';

const loadLibrary = () =>
  loadCode(() => Promise.all([import('../../entities/library/saga.ts'), import('../../entities/library/slice.ts')]));

/** Loads the vault, which then sends the pending changes; a page that already shows it makes no extra request. */
function* sendWaiting(): SagaGenerator<void> {
  const user = yield* select(selectUser);
  if (!user || !(yield* call(hasUnsent, user.id))) return;
  const [{ libraryState }, { libraryNeeded }] = yield* call(loadLibrary);
  install([libraryState]);
  yield* put(libraryNeeded());
}

function* whenSignedIn(): SagaGenerator<void> {
  yield* takeLatest([verified.type, signedIn.type], safely(sendWaiting));
  yield* fork(safely(sendWaiting));
}

/** Sends pending changes from any page, since most pages do not load the vault. */
const waitingState: StateModule = { saga: whenSignedIn };

/** Milliseconds on a link before a visit counts as likely, so that sweeping over a grid requests nothing. */
const rest = 120;

/** Returns the guid of the game that the link around `target` leads to. */
function gameOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/game/"]') : null;
  return link?.pathname.split('/')[2];
}

/** Prefetches a game and its page while the pointer or focus rests on a link to it. */
function prefetchGames(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const approach = ({ target }: Event) => {
    clearTimeout(timer);
    const guid = gameOf(target);
    if (!guid) return;
    timer = setTimeout(async () => {
      await lazyPages.game.preload();
      store.dispatch(gameApproached(decodeURIComponent(guid)));
    }, rest);
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, approach, { passive: true });
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/**
 * Makes Ctrl+Z and ⌘Z run the newest notice's action. Alerts are last in the page, so Tab does not reach them from a
 * long list in time.
 */
function listenForUndo(): void {
  window.addEventListener('keydown', (event) => {
    const pressed = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!pressed || event.shiftKey || event.altKey || isTyping(event.target)) return;
    const alerts = selectAlerts(store.getState() as { readonly alerts: readonly Alert[] });
    const notice = alerts.findLast(({ tone, action }) => tone === 'notice' && action);
    if (!notice?.action) return;
    event.preventDefault();
    store.dispatch(notice.action.dispatches);
    store.dispatch(alertDismissed(notice.id));
  });
}

/** Registers the service worker, which stores the client for offline use. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/sw.js').catch(console.error);
}

/** Starts work that nothing visible waits for. */
export async function beginLater(): Promise<void> {
  prefetchGames();
  listenForUndo();
  await atRest();
  install([liveState, waitingState]);
  registerWorker();
  if ('setAppBadge' in navigator)
    import('./badge.ts').then(({ followBadge }) => followBadge(store, navigator), console.error);
}
