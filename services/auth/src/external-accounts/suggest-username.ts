import type { EntityManager } from '@nightshelf/platform/database/database.ts';

const shortest = 3;
const longest = 20;
/** How many numbered variants to try when a name is taken. */
const attempts = 30;

/**
 * @param names of the user at the provider, best candidate first
 * @returns a valid, free username, or an empty string when none can be derived
 */
export async function suggestUsername(em: EntityManager, names: readonly string[]): Promise<string> {
  const candidates = [...new Set(names.map(toUsername).filter((name) => name.length >= shortest))].flatMap(variants);
  if (candidates.length === 0) return '';
  const taken = await em.execute<{ username: string }[]>(
    'select lower(username) as username from users where lower(username) in (?)',
    [candidates.map((name) => name.toLowerCase())],
  );
  const isTaken = new Set(taken.map(({ username }) => username));
  return candidates.find((name) => !isTaken.has(name.toLowerCase())) ?? '';
}

/** @returns the name reduced to the characters of usernames; may be too short */
export function toUsername(name: string): string {
  return (name.split('@')[0] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .slice(0, longest)
    .replace(/^_+|_+$/g, '');
}

/** Returns the name and its numbered variants, cut to the maximum length. */
function variants(name: string): string[] {
  const numbered = Array.from({ length: attempts }, (_, index) => {
    const digits = String(index + 2);
    return name.slice(0, longest - digits.length) + digits;
  });
  return [name, ...numbered];
}
