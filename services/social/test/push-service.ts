import { createDecipheriv, createECDH, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushSubscriptionGiven } from '@nightshelf/contracts/notifications.ts';
import { closeAfterTests } from '@nightshelf/testing/close-after-tests.ts';
import webPush from 'web-push';

const keys = webPush.generateVAPIDKeys();

/** Settings for pushing to a service on this machine. */
export const pushSettings = {
  PUSH_PUBLIC_KEY: keys.publicKey,
  PUSH_PRIVATE_KEY: keys.privateKey,
  PUSH_SUBJECT: 'mailto:operators@nightshelf.example',
  PUSH_TO_LOOPBACK: '1',
};

export interface PushedMessage {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Starts a fake push service that records messages and answers as configured. */
export async function startPushService() {
  const received: PushedMessage[] = [];
  /** Response status by path; 201 by default. */
  const statuses = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: await buffer(request) });
    // Accepts the request but never responds.
    if (path.includes('/hangs/')) return;
    response.writeHead(statuses.get(path) ?? 201, { location: '/followed' }).end('ok');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  closeAfterTests(async () => {
    server.close();
    server.closeAllConnections();
  });
  return { url, received, statuses };
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
  parts.reduce((digest, part) => digest.update(part), createHmac('sha256', key)).digest();

/** Creates a subscribed browser that can decrypt messages (RFC 8291). */
export function someBrowser(serviceUrl: string) {
  const receiver = createECDH('prime256v1');
  const own = receiver.generateKeys();
  const auth = randomBytes(16);
  const path = `/${randomUUID()}`;
  const subscription: PushSubscriptionGiven = {
    endpoint: new URL(path, serviceUrl).href,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
  };
  const read = ({ body }: PushedMessage): unknown => {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + sender.length);
    const shared = hmac(auth, receiver.computeSecret(sender));
    const secret = hmac(salt, hmac(shared, 'WebPush: info\0', own, sender, '\x01'));
    const key = hmac(secret, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
    const nonce = hmac(secret, 'Content-Encoding: nonce\0\x01').subarray(0, 12);
    const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  };
  return { path, subscription, read };
}
