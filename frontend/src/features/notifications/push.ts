/** Whether this browser can be told of something while no page is open. */
export const canPush = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

/** Why this browser could not subscribe: the person or the browser has refused, or it failed. */
export type PushFailure = 'denied' | 'failed';

/** What the server needs to know of this browser. */
export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Milliseconds that the service worker is waited for, which is registered when the page has come to rest. */
const patience = 20_000;

async function worker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, patience, new Error('There is no service worker')));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/**
 * Asks the person, where nobody has asked before, and subscribes this browser. To be called when a button is pressed.
 * @param publicKey the server's VAPID key
 */
export async function subscribeBrowser(publicKey: string): Promise<Subscribed | PushFailure> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    const { pushManager } = await worker();
    // One of another user, or by another key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
    return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : 'failed';
  } catch {
    return 'failed';
  }
}

/** As well as it goes: the server sends nothing here any more. */
export async function unsubscribeBrowser(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // The browser forgets it by itself in time.
  }
}
