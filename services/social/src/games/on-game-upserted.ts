import { gameUpserted, readyGame } from '@nightshelf/contracts';
import { on } from '@nightshelf/platform';
import { spreadGameChange } from '../libraries/game-changes.ts';
import { holdGame } from '../libraries/library-version.ts';

/** Keeps a copy of every game that the catalog has confirmed, whether anybody's library has it yet or not. */
export const onGameUpserted = on(gameUpserted, async ({ em, data: game }) => {
  const { json, imageUrl, platformNames } = readyGame(game);
  await holdGame(em, game.guid, 'game');
  await em.execute(
    `insert into games (guid, summary, image_url, platform_names) values (?, ?, ?, ?::jsonb)
     on conflict (guid) do update
     set summary = excluded.summary, image_url = excluded.image_url, platform_names = excluded.platform_names`,
    [game.guid, json, imageUrl, JSON.stringify(platformNames)],
  );
  await spreadGameChange(em, game.guid);
});
