import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { createAccount, type Gamer } from './accounts.ts';
import { otherSession, password, someName } from './gamer.ts';

/** Gives the browser of `page` a virtual authenticator that needs no interaction. */
export async function withAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Returns the code of an authenticator app (RFC 6238). @param steps of 30 seconds from now */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Creates a user with an authenticator app, recovery codes, API tokens and another session. */
export async function securedGamer(page: Page): Promise<Gamer> {
  const { request } = page;
  const gamer = await createAccount(request, someName('careful'));
  const phone = await otherSession(
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
  );
  await phone.post('/api/auth/login', { data: { username_or_email: gamer.username, password } });
  await phone.dispose();
  const { secret } = await (await request.post('/api/auth/totp')).json();
  const calls = [
    ['totp/confirm', { code: codeOf(secret) }],
    ['recovery-codes', {}],
    ['api-tokens', { name: 'Nightly backup', scopes: ['library:read'], days: 365 }],
    ['api-tokens', { name: 'Import from the old shelf', scopes: ['library:read', 'library:write'], days: 30 }],
  ] as const;
  for (const [path, data] of calls) expect((await request.post(`/api/auth/${path}`, { data })).ok(), path).toBe(true);
  return gamer;
}
