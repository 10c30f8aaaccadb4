import type pg from 'pg';

/** A user to be given a vault: of those that stand for many, or somebody who is really signed up. */
export interface Member {
  readonly id: string;
  readonly number: number;
}

/** Games in each vault. */
export const entriesEach = 100;
/** The catalog has so many games; a vault's games become less popular from its first to its last. */
export const games = 20_000;

/** Ids that grow, as those of the product do. */
export const userId = (number: number) => `01800000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Of letters of which each pair begins as many names: two typed letters are a fiftieth of all. */
const syllables =
  'bacadafagahajakalamanapaqarasatavawabecedefegehejekelemenepeqeresetevewebicidifigihijikiliminipiqiris';

export function usernameOf(number: number): string {
  const syllable = (at: number) => syllables.slice(2 * (at % 50), 2 * (at % 50) + 2);
  return `${syllable(number)}${syllable(Math.floor(number / 50))}${syllable(Math.floor(number / 2500))}${number}`;
}

export interface Databases {
  readonly auth: pg.Client;
  readonly library: pg.Client;
  readonly catalog: pg.Client;
  readonly social: pg.Client;
}

/** Everybody's entries, those of a chunk's users mixed, as they come in life. `$3` is the first id of the chunk. */
const entries = `
  from (
    select user_id, number, at, hashint8(number::bigint * 1000 + at) & 1048575 as chance,
      $3::bigint + row_number() over (order by at, number) - 1 as place
    from unnest($1::uuid[], $2::int[]) as members (user_id, number) cross join generate_series(0, ${entriesEach - 1}) as at
  ) dealt
  cross join lateral (
    select ('01900000-0000-7000-8000-' || lpad(to_hex(place), 12, '0'))::uuid as id,
      '3030-' || (1 + ${games / entriesEach ** 2} * at * at + chance % (${games / entriesEach ** 2} * (2 * at + 1))) as guid,
      (array['want_to_play', 'playing', 'completed', 'dropped', 'collection'])[1 + chance % 5] as status,
      nullif(chance % 11, 0) as rating, (chance % 200) / 2.0 as hours, date_trunc('day', now()) - at * interval '1 day' as added
  ) entry
  order by place`;

/** What a versioned subject costs whoever hears of it. */
const seen = (consumer: string) => `
  insert into inbox_versions (consumer, topic, subject, version) select '${consumer}', 'library.entries', id::text, 1 ${entries}`;

/**
 * Gives each member a vault, as all services that keep something of it have it, straight into their databases.
 * @param first a number that no entry has yet, nor any of the next `entriesEach * members.length`
 */
export async function fillVaults(
  { library, catalog, social }: Databases,
  members: readonly Member[],
  first: number,
): Promise<void> {
  const ids = members.map(({ id }) => id);
  const given = [ids, members.map(({ number }) => number), first];
  const ofLibrary = async () => {
    // Its triggers write the history.
    await library.query(
      `insert into entries (id, user_id, guid, status, rating, hours_played, platform_id, date_added, version)
       select id, user_id, guid, status, rating, hours, 94, added, 1 ${entries}`,
      given,
    );
    await library.query(
      'insert into libraries (user_id, version) select id, 1 from unnest($1::uuid[]) as members (id) on conflict do nothing',
      [ids],
    );
  };
  const ofCatalog = async () => {
    await catalog.query(`insert into vault_entries (entry_id, guid) select id, guid ${entries}`, given);
    await catalog.query(seen('catalog'), given);
  };
  const ofSocial = async () => {
    await social.query(
      `insert into entries (entry_id, user_id, guid, status, rating, hours_played, platform_id, platform_not_listed, is_shared,
         date_added, version)
       select id, user_id, guid, status, rating, hours, 94, false, false, added, 1 ${entries}`,
      given,
    );
    await social.query(seen('social'), given);
    // Of the last month: a tenth, and those that come first are of each vault's beginning.
    await social.query(
      `insert into deeds (entry_id, user_id, kind, at) select id, user_id, 'began', added ${entries} limit $4`,
      [...given, members.length * 10],
    );
    await social.query(
      'insert into library_versions (user_id, version) select id, 1 from unnest($1::uuid[]) as members (id) on conflict do nothing',
      [ids],
    );
  };
  await Promise.all([ofLibrary(), ofCatalog(), ofSocial()]);
}

/** Signs up those who stand for many, without a password that anybody has, each following five of those before. */
export async function signUp({ auth, library, social }: Databases, numbers: readonly number[]): Promise<void> {
  const members = [numbers.map(userId), numbers.map(usernameOf), numbers];
  await Promise.all([
    auth.query(
      `insert into users (id, username, email, password_hash, created_at, is_active, privacy, version)
       select id, name, name || '@example.org', repeat('x', 97), now(), true, 'public', 1
       from unnest($1::uuid[], $2::text[], $3::int[]) as given (id, name, number)`,
      members,
    ),
    library.query('insert into users (id, is_public) select id, true from unnest($1::uuid[]) as given (id)', [
      members[0],
    ]),
    social.query(
      `insert into users (id, username, created_at, is_active, privacy)
       select id, name, now(), true, 'public' from unnest($1::uuid[], $2::text[], $3::int[]) as given (id, name, number)`,
      members,
    ),
  ]);
  await social.query(
    `insert into follows (follower_id, followee_id, active, version)
     select id, ('01800000-0000-7000-8000-' || lpad(to_hex(number - 1 - (hashint8(number::bigint * 7 + step) & 1048575) % number), 12, '0'))::uuid,
       true, 1
     from unnest($1::uuid[], $2::int[]) as given (id, number) cross join generate_series(1, 5) as step
     where number > 10 on conflict do nothing`,
    [members[0], numbers],
  );
  await social.query(
    'insert into follow_counts (user_id, followers, following) select id, 5, 5 from unnest($1::uuid[]) as given (id)',
    [members[0]],
  );
}
