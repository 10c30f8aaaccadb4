import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import type { PushMessage } from '@nightshelf/contracts/notifications.ts';
import webPush from 'web-push';
import { isPushService, lookupPublic } from './public-address.ts';
import type { PushKeys } from './push-keys.ts';

/** A browser, as a push service knows it. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface PushWay {
  readonly keys: PushKeys;
  /** For tests: see PUSH_TO_LOOPBACK. */
  readonly toLoopback: boolean;
}

/** Longest that a push service may take, in milliseconds. */
const timeoutMs = 5000;
/** How long a push service keeps what a browser cannot take yet, in seconds. */
const keptSeconds = 24 * 60 * 60;

/**
 * Hands a message to a browser's push service. Redirects are not followed, and what it answers is not read.
 * @returns the status of the answer
 * @throws when there is none, or nothing may be sent there
 */
export function sendPush({ keys, toLoopback }: PushWay, target: PushTarget, message: PushMessage): Promise<number> {
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
