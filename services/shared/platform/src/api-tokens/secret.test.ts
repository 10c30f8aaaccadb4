import { expect, test } from 'vitest';
import { isTokenSecret, newTokenSecret } from './secret.ts';

test('a secret has a known prefix, a checksum and is never repeated', () => {
  const secrets = Array.from({ length: 200 }, newTokenSecret);
  expect(new Set(secrets).size).toBe(200);
  for (const secret of secrets) {
    expect(secret).toMatch(/^nightshelf_[0-9A-Za-z]{42}$/);
    expect(isTokenSecret(secret)).toBe(true);
  }
});

test('the checksum never changes, because existing tokens depend on it', () => {
  expect(isTokenSecret('nightshelf_01234567890123456789012345678901234518Lukd')).toBe(true);
});

const secret = newTokenSecret();
const swapped = secret.at(-1) === 'a' ? 'b' : 'a';

test.each([
  ['nothing', ''],
  ['one wrong digit', secret.slice(0, -1) + swapped],
  ['cut off', secret.slice(0, -1)],
  ['too long', `${secret}0`],
  ['another prefix', secret.replace('nightshelf_', 'ghp_')],
  ['a line more', `${secret}\n`],
  ['the token of a session', 'A'.repeat(43)],
])('%s is not a secret', (_, given) => expect(isTokenSecret(given)).toBe(false));
