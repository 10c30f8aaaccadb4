import { randomInt } from 'node:crypto';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import type { FactorKeys } from './factor-keys.ts';

const count = 10;

/** Without what is easily mistaken for another: 31 letters and digits, 59 bits in twelve of them. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

const newCode = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');
const readable = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** Puts ten new codes in the place of all that the user has. @returns them, which are nowhere else */
export async function replaceRecoveryCodes(em: EntityManager, keys: FactorKeys, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(em, userId);
  const codes = Array.from({ length: count }, newCode);
  for (const code of codes) {
    const [hash] = keys.hashes(code, userId);
    await em.execute('insert into recovery_codes (user_id, code_hash, made_at) values (?, ?, now())', [userId, hash]);
  }
  return codes.map(readable);
}

/** Uses a code up. @returns whether the user had it; of two requests with the same code one has it */
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
