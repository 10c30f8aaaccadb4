import type { PlayedGame } from '@nightshelf/contracts/playthroughs.ts';
import { unknownGame } from './game-as-shown.ts';

/** Returns the game of a row that has `playedGameColumns`. */
export const playedGame = ({ guid, name, image_url }: PlayedGame): PlayedGame => ({ guid, name, image_url });

/** Placeholder for a game of which only the guid is stored. */
export const unknownPlayedGame = (guid: string) => playedGame(unknownGame(guid));

/** Requires `playedGameTables`. */
export const playedGameColumns = `
  e.guid, coalesce(coalesce(g.summary, d.summary)::json ->> 'name', 'Unknown game') as name,
  case when g.guid is null then d.image_url else g.image_url end as image_url`;

/** @param of a table with an `entry_id` */
export const playedGameTables = (of: string) => `
  entries e on e.id = ${of}.entry_id
  left join games g on g.guid = e.guid
  left join described_games d on d.guid = e.guid and d.user_id = e.user_id`;
