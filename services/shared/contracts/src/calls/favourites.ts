import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { chosenFavourites, favourites, favouritesPassed } from '../favourites.ts';
import { favouriteLimits } from '../limits.ts';

const path = '/api/games/library/favourites';

export const getFavourites = defineCall(`GET ${path}`, {
  scope: 'library:read',
  summary: 'The user’s favorite games, shown on the profile; games removed from the vault are omitted',
  answer: answer({ favourites }),
});

export const chooseFavourites = defineCall(`PUT ${path}`, {
  scope: 'library:write',
  limits: favouriteLimits,
  summary: 'Set the favorites in order; with if_version, 409 with the current favorites if they changed',
  refuses: ['library.entry_not_found', 'library.favourites_changed'],
  body: chosenFavourites,
  answer: answer({ favourites }),
  failures: { 409: z.union([favouritesPassed, failure]) },
});
