import type { GameDetails, GameLink } from '@nightshelf/contracts/game-details.ts';
import type { GameImage } from '@nightshelf/contracts/games.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';

interface Row {
  readonly guid: string;
  readonly date: string | null;
  readonly image: GameImage | null;
  readonly image_url: string | null;
}

/**
 * Adds covers and dates of stored games, since some providers give only names. Sorts series by release date where
 * known.
 */
export async function withStored(em: EntityManager, details: GameDetails): Promise<GameDetails> {
  const links = [...details.similar_games, ...details.series.flatMap(({ games }) => games)];
  if (links.length === 0) return details;
  const rows = await em.execute<Row[]>(
    `select guid, data->>'original_release_date' as date, data->'image' as image, data->>'image_url' as image_url
     from games where guid in (?)`,
    [[...new Set(links.map(({ guid }) => guid))]],
  );
  const stored = new Map(rows.map((row) => [row.guid, row]));
  const fill = (link: GameLink): GameLink => {
    const row = stored.get(link.guid);
    if (!row) return link;
    return {
      ...link,
      image_url: row.image?.small_url ?? row.image_url ?? link.image_url,
      original_release_date: row.date ?? link.original_release_date,
    };
  };
  const isPlaced = ({ guid }: GameLink) => stored.has(guid);
  return {
    ...details,
    similar_games: details.similar_games.map(fill),
    series: details.series.map(({ name, games }) => {
      const filled = games.map(fill);
      return { name, games: games.every(isPlaced) || games.some(isDated) ? filled.toSorted(byRelease) : filled };
    }),
  };
}

/** A provider that dates some games dates all released ones; those without a date are not released yet. */
const isDated = ({ original_release_date: date }: GameLink) => date !== null;

const byRelease = (a: GameLink, b: GameLink) =>
  (a.original_release_date ?? '9999').localeCompare(b.original_release_date ?? '9999');
