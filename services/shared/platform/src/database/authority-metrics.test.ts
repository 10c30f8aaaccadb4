import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import * as x509 from '@peculiar/x509';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measureAuthority } from './database.ts';

x509.cryptoProvider.set(webcrypto as Crypto);
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

async function authorityUntil(end: string): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=authority',
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date(end),
  });
  return certificate.toString('pem');
}

test('reports the expiry of the CA file, also while it is replaced', async () => {
  const file = join(temporaryFolder(), 'ca.crt');
  const registry = new Registry();
  measureAuthority(registry, file);
  const expiry = async () => /^database_authority_expires_timestamp_seconds (.*)$/m.exec(await registry.metrics())?.[1];
  expect(await expiry()).toBeUndefined();
  writeFileSync(file, await authorityUntil('2026-03-31T00:00:00Z'));
  expect(Number(await expiry())).toBe(Date.parse('2026-03-31T00:00:00Z') / 1000);
  // During a renewal the file holds both the old and the new certificate.
  const renewed = Date.parse('2026-06-20T00:00:00Z') / 1000;
  writeFileSync(
    file,
    `${await authorityUntil('2026-06-20T00:00:00Z')}\n${await authorityUntil('2026-03-31T00:00:00Z')}`,
  );
  expect(Number(await expiry())).toBe(renewed);
  rmSync(file);
  expect(Number(await expiry())).toBe(renewed);
});

test('reports no expiry without a CA file', async () => {
  const registry = new Registry();
  measureAuthority(registry, undefined);
  expect(await registry.metrics()).not.toContain('database_authority');
});
