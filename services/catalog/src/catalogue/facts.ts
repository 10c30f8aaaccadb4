import { type GameDetails, type GameLink, mostOf } from '@nightshelf/contracts/game-details.ts';
import type { EntityManager } from '@nightshelf/platform/database/database.ts';
import { emptyDetails } from '../games/platforms.ts';
import type { CatalogueGame } from './catalogue-file.ts';

/** Catalogue facts that only a game's page shows; omits empty lists. */
export type Facts = Partial<Pick<CatalogueGame, 'genres' | 'developers' | 'publishers' | 'series' | 'sources'>>;

/** Returns the catalogue's facts about a game in the form of a provider's details. */
export const factsAsDetails = ({ genres = [], developers = [], publishers = [] }: Facts): GameDetails => ({
  ...emptyDetails,
  ...{ genres, developers, publishers },
});

/** Adds the other games of the catalogue's series when the provider names no series. */
export async function withSeries(
  em: EntityManager,
  guid: string,
  facts: Facts | null,
  details: GameDetails,
): Promise<GameDetails> {
  const names = (facts?.series ?? []).slice(0, mostOf.series);
  if (names.length === 0 || details.series.length > 0) return details;
  const series = await Promise.all(names.map(async (name) => ({ name, games: await gamesOfSeries(em, name) })));
  return { ...details, series: series.filter(({ games }) => games.some((game) => game.guid !== guid)) };
}

const gamesOfSeries = (em: EntityManager, name: string) =>
  em.execute<GameLink[]>(
    `select guid, data ->> 'name' as name, coalesce(data -> 'image' ->> 'small_url', data ->> 'image_url') as image_url,
       data ->> 'original_release_date' as original_release_date
     from games where facts -> 'series' is not null and facts -> 'series' @> to_jsonb(?::text)
     order by coalesce(data ->> 'original_release_date', data ->> 'partial_release_date', '9999'), guid
     limit ${mostOf.gamesOfSeries}`,
    [name],
  );
