import type { Game } from '@nightshelf/contracts/games.ts';
import { longPartialDate } from '../../entities/game/game-facts.ts';
import { gameTexts as texts } from './texts.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A date of the form 2017-03-03 as 'March 3, 2017'; 'TBA' without one, or for text that is none. */
export function releaseDateOf(date: string | null): string {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? texts.noDate : longDate.format(time);
}

/** The day, else the month or year of a game of which no more is known. */
const releaseOf = ({ original_release_date: day, partial_release_date: part }: Game): string =>
  day === null && part ? longPartialDate(part) : releaseDateOf(day);

/** Aliases come one to a line; they are shown with commas between them. */
const aliasesOf = (aliases: string | null): string =>
  (aliases ?? '')
    .split(/[\r\n]+/)
    .map((alias) => alias.trim())
    .filter(Boolean)
    .join(', ');

interface Fact {
  readonly label: string;
  readonly value: string;
}

/** What a game's page lists of it. Facts that may be missing are left out; date and platforms have a word for it. */
export function factsOf(game: Game): readonly Fact[] {
  const platforms = game.platforms.map(({ name }) => name).join(', ');
  const reviews = game.number_of_user_reviews;
  return [
    { label: texts.releaseDate, value: releaseOf(game) },
    { label: texts.platforms, value: platforms || texts.noPlatforms },
    { label: texts.userReviews, value: reviews > 0 ? texts.count(reviews) : '' },
    { label: texts.rating, value: game.original_game_rating?.name ?? '' },
    { label: texts.aliases, value: aliasesOf(game.aliases) },
  ].filter(({ value }) => value !== '');
}
