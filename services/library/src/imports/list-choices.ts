import type { ChosenGame } from '@nightshelf/contracts/imports.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

interface Page {
  readonly choices: readonly ChosenGame[];
  /** The cursor of the next page; null after the last. */
  readonly next: string | null;
}

/** Returns a page of the games that a user chose for names. The cursor is a digest, since names may be long. */
export async function listChoices(
  em: EntityManager,
  userId: string,
  { after = '', limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<Page> {
  const rows = await em.execute<(ChosenGame & { readonly digest: string })[]>(
    `select title_key as name, guid, md5(title_key) as digest from chosen_games
     where user_id = ? and md5(title_key) > ? collate "C" order by md5(title_key) collate "C" limit ?`,
    [userId, after, limit + 1],
  );
  const choices = rows.slice(0, limit).map(({ name, guid }) => ({ name, guid }));
  return { choices, next: rows.length > limit ? (rows[limit - 1]?.digest ?? null) : null };
}
