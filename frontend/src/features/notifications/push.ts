/** Returns whether the browser supports push notifications. */
export const canPush = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

/** Why the subscription failed: the user or the browser refused it, or it failed otherwise. */
type PushFailure = 'denied' | 'failed';

/** Subscription data for the server. */
interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Milliseconds to wait for the service worker, which is registered only after the page has loaded. */
const workerTimeoutMs = 20_000;

async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(reject, workerTimeoutMs, new Error('There is no service worker')),
  );
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/**
 * Asks for permission if necessary, and subscribes this browser. Call it from a button, as browsers require.
 * @param publicKey the server's VAPID key
 */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed | PushFailure> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const { pushManager } = await worker();
    // A subscription of another user or with another key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : 'failed';
  } catch {
    return 'failed';
  }
}

/** Best effort: the server no longer sends to this browser. */
export async function unsubscribeBrowser(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Ignored: the browser drops the subscription eventually.
  }
}
