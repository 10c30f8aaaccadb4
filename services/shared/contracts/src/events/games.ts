import { gameSummary } from '../games.ts';
import { defineEvent } from './event.ts';

/** The catalog's confirmed current state of a game. */
export const gameUpserted = defineEvent({
  type: 'catalog.game.upserted.v1',
  topic: 'catalog.games',
  data: gameSummary,
  subject: ({ guid }) => guid,
});
