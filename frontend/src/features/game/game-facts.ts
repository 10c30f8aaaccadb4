import type { Game } from '@nightshelf/contracts/games.ts';
import { longPartialDate } from '../../entities/game/game-facts.ts';
import { gameTexts as texts } from './texts.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats 2017-03-03 as 'March 3, 2017'. Returns 'TBA' for null or an invalid date. */
export function releaseDateOf(date: string | null): string {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? texts.noDate : longDate.format(time);
}

const releaseOf = ({ original_release_date: day, partial_release_date: part }: Game): string =>
  day === null && part ? longPartialDate(part) : releaseDateOf(day);

/** The provider separates aliases with line breaks. */
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

/** Returns the facts to list. Missing facts are omitted; date and platforms have a fallback. */
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
