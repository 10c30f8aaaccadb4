import { randomInt } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { FactorKeys } from './factor-keys.ts';

const count = 10;

/** 31 letters and digits that are hard to confuse; twelve of them have 59 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
const readable = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** Replaces all of the user's codes. @returns the new ones in plain text, which are stored nowhere */
export async function replaceRecoveryCodes(em: EntityManager, keys: FactorKeys, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(em, userId);
  const codes = Array.from({ length: count }, newCode);
  for (const code of codes) {
    const [hash] = keys.hashes(code, userId);
    await em.execute('insert into recovery_codes (user_id, code_hash, made_at) values (?, ?, now())', [userId, hash]);
  }
  return codes.map(readable);
}

/** Consumes a code. @returns whether it was valid; of two concurrent requests only one succeeds */
export async function useRecoveryCode(
  em: EntityManager,
  keys: FactorKeys,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await em.execute<object[]>(
    'update recovery_codes set used_at = now() where user_id = ? and code_hash in (?) and used_at is null returning 1',
    [userId, keys.hashes(code, userId)],
  );
  return used.length > 0;
}

export const deleteRecoveryCodes = (em: EntityManager, userId: string) =>
  em.execute('delete from recovery_codes where user_id = ?', [userId]);
