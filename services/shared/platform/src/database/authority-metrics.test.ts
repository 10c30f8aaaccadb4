import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@nightshelf/testing/temporary-folder.ts';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { newAuthority } from '../../test/fixtures/authority.ts';
import { measureAuthority } from './database.ts';

const authorityUntil = async (end: Date) => (await newAuthority('authority', end)).certificate;

test('reports the expiry of the CA file, also while it is replaced', async () => {
  const file = join(temporaryFolder(), 'ca.crt');
  const registry = new Registry();
  measureAuthority(registry, file);
  const expiry = async () => /^database_authority_expires_timestamp_seconds (.*)$/m.exec(await registry.metrics())?.[1];
  const [first, renewed] = [new Date('2036-03-31T00:00:00Z'), new Date('2036-06-20T00:00:00Z')];
  expect(await expiry()).toBeUndefined();
  writeFileSync(file, await authorityUntil(first));
  expect(Number(await expiry())).toBe(first.getTime() / 1000);
  // During a renewal the file holds both the old and the new certificate.
  writeFileSync(file, `${await authorityUntil(renewed)}\n${await authorityUntil(first)}`);
  expect(Number(await expiry())).toBe(renewed.getTime() / 1000);
  rmSync(file);
  expect(Number(await expiry())).toBe(renewed.getTime() / 1000);
});

test('reports no expiry without a CA file', async () => {
  const registry = new Registry();
  measureAuthority(registry, undefined);
  expect(await registry.metrics()).not.toContain('database_authority');
});
