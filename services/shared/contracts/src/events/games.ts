import { gameSummary } from '../games.ts';
import { defineEvent } from './event.ts';

/** The catalog's own, confirmed word on a game, as it now is. */
export const gameUpserted = defineEvent({
  type: 'catalog.game.upserted.v1',
  topic: 'catalog.games',
  data: gameSummary,
  subject: ({ guid }) => guid,
  key: ({ guid }) => guid,
});
