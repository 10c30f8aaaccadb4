import { z } from 'zod';
import { guid } from '../fields.ts';
import { defineEvent } from './event.ts';

const request = z.object({
  guid,
  /** The user in whose library it is missing; absent when there is none. */
  user_id: z.uuid().optional(),
});

/** A user keeps a game that the catalog has not confirmed; the catalog responds with `catalog.game.upserted`. */
export const gameRequested = defineEvent({
  type: 'library.game.requested.v1',
  topic: 'library.game-requests',
  data: request,
  subject: ({ guid }) => guid,
});
