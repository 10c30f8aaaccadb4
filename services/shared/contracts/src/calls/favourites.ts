import { z } from 'zod';
import { answer, failure } from '../answer.ts';
import { defineCall } from '../call.ts';
import { chosenFavourites, favourites, favouritesPassed } from '../favourites.ts';
import { favouriteLimits } from '../limits.ts';

const path = '/api/games/library/favourites';

export const getFavourites = defineCall({
  method: 'GET',
  path,
  access: 'guarded',
  scope: 'library:read',
  summary: 'The games that stand for the user on the profile; those that were removed from the vault are none',
  answer: answer({ favourites }),
});

export const chooseFavourites = defineCall({
  method: 'PUT',
  path,
  access: 'guarded',
  scope: 'library:write',
  limits: favouriteLimits,
  summary:
    'Choose them and their order; with if_version only while they are as they were then: else 409 with what there is',
  refuses: ['library.entry_not_found', 'library.favourites_changed'],
  body: chosenFavourites,
  answer: answer({ favourites }),
  failures: { 409: z.union([favouritesPassed, failure]) },
});
