import { randomUUID } from 'node:crypto';
import { statuses } from '@nightshelf/contracts/library-entry.ts';
import { readyGame } from '@nightshelf/contracts/ready-game.ts';
import { withDatabase } from '@nightshelf/servers/postgres/databases.ts';
import { titleAt } from '../titles.ts';

const batchSize = 1000;
const platforms = [
  { id: 94, guid: '3045-94', name: 'PC', abbreviation: 'PC' },
  { id: 157, guid: '3045-157', name: 'Nintendo Switch', abbreviation: 'NSW' },
  { id: 146, guid: '3045-146', name: 'PlayStation 4', abbreviation: 'PS4' },
];

/** As long as a provider's descriptions usually are. */
const deck =
  'A game of the kind that many players have at home: its first hour is slow, and the rest of it is remembered.';

/**
 * Puts `count` games of real names into a user's empty vault, straight into the library's database.
 * @param cover address of the picture that all games have
 */
export async function fillVault(databaseUrl: string, userId: string, count: number, cover: string): Promise<void> {
  await withDatabase(databaseUrl, async (client) => {
    const rows = Array.from({ length: count }, (_, place) => toRow(titleAt(place).name, place, cover));
    for (let from = 0; from < rows.length; from += batchSize) {
      const batch = JSON.stringify(rows.slice(from, from + batchSize));
      await client.query(
        `insert into games (guid, summary, image_url, platform_names)
         select guid, summary, image_url, platform_names from jsonb_to_recordset($1::jsonb)
           as given (guid text, summary text, image_url text, platform_names jsonb)`,
        [batch],
      );
      await client.query(
        `insert into entries (id, user_id, guid, status, rating, hours_played, platform_id, date_added, version)
         select id, $2, guid, status, rating, hours, platform, now() - place * interval '1 minute', 1
         from jsonb_to_recordset($1::jsonb) as given
           (id uuid, guid text, status text, rating int, hours numeric, platform int, place int)`,
        [batch, userId],
      );
    }
    await client.query('insert into libraries (user_id, version) values ($1, 1)', [userId]);
  });
}

function toRow(name: string, place: number, cover: string) {
  const guid = `3030-${900_000 + place}`;
  const { json, imageUrl, platformNames } = readyGame({
    guid,
    id: place,
    name,
    deck,
    original_release_date: `${1980 + (place % 45)}-03-03`,
    image: { small_url: cover, medium_url: cover, thumb_url: cover, screen_large_url: cover },
    image_url: cover,
    platforms,
  });
  return {
    id: randomUUID(),
    guid,
    summary: json,
    image_url: imageUrl,
    platform_names: platformNames,
    status: statuses[place % statuses.length],
    rating: place % 11 || null,
    hours: (place % 200) / 2,
    platform: platforms[place % platforms.length]?.id,
    place,
  };
}
