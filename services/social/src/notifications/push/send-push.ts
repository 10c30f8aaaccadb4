import { Resolver } from 'node:dns/promises';
import { request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { PushMessage } from '@nightshelf/contracts/notifications.ts';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';
import type { SocialSettings } from '../../config.ts';

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

/** Returns whether the address is public: neither private nor for a special purpose. Only 2000::/3 of IPv6 is assigned. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (isIP(address) === 4 || /^[23][\da-f]{3}:/i.test(parsed.toString()));
}

const ownNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid|example|onion)$/;

/** Returns whether the endpoint may be a push service: HTTPS, default port and a public DNS name. */
export function isPushService(endpoint: string, toLoopback: boolean): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || url.password || url.hash) return false;
  if (toLoopback && url.hostname === '127.0.0.1') return true;
  const name = url.hostname.replace(/\.$/, '');
  const isName = name.includes('.') && isIP(name) === 0 && !name.startsWith('[');
  return url.protocol === 'https:' && url.port === '' && isName && !ownNames.test(name);
}

/** Timeout in milliseconds per DNS query, and number of tries. */
const dnsOptions = { timeout: 1500, tries: 2 };

/**
 * Resolves names and refuses those with any non-public address. Avoids `dns.lookup`, because two unanswered names could
 * block its few threads for the whole process.
 * @param servers DNS servers; the machine's by default
 */
export const lookupBy =
  (servers?: readonly string[]): LookupFunction =>
  (name, options, callback) => {
    const resolver = new Resolver(dnsOptions);
    if (servers) resolver.setServers([...servers]);
    Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]).then(([four, six]) => {
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ];
      const [first] = found;
      if (!first) return callback(four.status === 'rejected' ? four.reason : new Error('No address'), '', 0);
      if (!found.every(({ address }) => isPublic(address))) {
        return callback(new Error('The name does not resolve to a public address'), '', 0);
      }
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
  };

export const lookupPublic = lookupBy();
