import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { PushMessage } from '@nightshelf/contracts/notifications.ts';
import webPush from 'web-push';
import type { SocialSettings } from '../../config.ts';
import { isPushService, lookupPublic } from './public-address.ts';

/** A browser's push subscription. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushSender {
  /** The VAPID identity for push services. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string; readonly subject: string };
  /** For tests: see PUSH_TO_LOOPBACK. */
  readonly toLoopback: boolean;
}

/** @returns null when push is not configured */
export function pushSenderOf(settings: SocialSettings): PushSender | null {
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_SUBJECT: subject } = settings;
  if (!publicKey || !privateKey || !subject) return null;
  return { keys: { publicKey, privateKey, subject }, toLoopback: settings.PUSH_TO_LOOPBACK };
}

/** In milliseconds, per request. */
const timeoutMs = 5000;
/** In seconds. How long a push service keeps messages for an offline browser. */
const keptSeconds = 24 * 60 * 60;

/**
 * Sends a message to a browser's push service, without following redirects or reading the response body.
 * @returns the HTTP status
 * @throws when there is no response, or the endpoint is not allowed
 */
export function sendPush({ keys, toLoopback }: PushSender, target: PushTarget, message: PushMessage): Promise<number> {
  if (!isPushService(target.endpoint, toLoopback)) throw new Error('No push service');
  const { endpoint, p256dh, auth } = target;
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    { vapidDetails: keys, TTL: keptSeconds, contentEncoding: 'aes128gcm', topic: message.kind },
  );
  const url = new URL(endpoint);
  const isPlain = toLoopback && url.protocol === 'http:';
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sending = (isPlain ? requestPlain : request)(url, {
    method,
    headers: headers as Record<string, string>,
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
    ...(isPlain ? {} : { lookup: lookupPublic }),
  });
  sending.on('error', reject);
  sending.on('response', (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  sending.end(body);
  return promise;
}
