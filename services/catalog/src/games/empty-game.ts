import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';

/** A game of which nothing but its identity is known. */
export const emptyGame: Omit<Game, 'guid' | 'name'> = {
  id: null,
  deck: null,
  original_release_date: null,
  image: null,
  image_url: null,
  platforms: [],
  description: null,
  aliases: null,
  number_of_user_reviews: 0,
  original_game_rating: null,
};

export const emptyDetails: GameDetails = {
  genres: [],
  themes: [],
  developers: [],
  publishers: [],
  screenshots: [],
  series: [],
  similar_games: [],
  times_to_beat: null,
};
