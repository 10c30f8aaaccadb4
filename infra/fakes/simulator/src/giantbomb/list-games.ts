import { catalogue } from '../catalogue/catalogue.ts';
import type { Game } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';

type Matches = (game: Game) => boolean;

const onPlatform =
  (id: string): Matches =>
  (game) =>
    game.platforms.some((name) => String(platformOf(name).id) === id);

function releasedWithin(span: string): Matches {
  const [from = '', to = from] = span.split('|').map((date) => date.trim().slice(0, 10));
  return ({ released }) => released?.length === 10 && released >= from && released <= to;
}

/** Parses one `field:value` filter; returns null for an unsupported field. */
function filterOf(field: string, value: string): Matches | null {
  switch (field) {
    case 'id':
      return (game) => String(game.id) === value;
    case 'name':
      return (game) => game.name.toLowerCase().includes(value.toLowerCase());
    case 'aliases':
      return (game) => game.aliases.some((alias) => alias.toLowerCase().includes(value.toLowerCase()));
    case 'platforms':
      return onPlatform(value);
    case 'original_release_date':
      return releasedWithin(value);
    default:
      return null;
  }
}

const sortKeys: Readonly<Record<string, (game: Game) => string | number>> = {
  id: (game) => game.id,
  name: (game) => game.name,
  number_of_user_reviews: (game) => game.reviews,
  original_release_date: (game) => game.released ?? '',
};

export interface ListQuery {
  readonly filter?: string;
  readonly platforms?: string;
  readonly sort?: string;
}

/** Returns the filtered and sorted games; null when a filter is not supported. */
export function listGames({ filter, platforms, sort }: ListQuery): Game[] | null {
  const filters: Matches[] = platforms ? [onPlatform(platforms)] : [];
  for (const part of filter ? filter.split(',') : []) {
    const cut = part.indexOf(':');
    const matches = filterOf(part.slice(0, cut), part.slice(cut + 1));
    if (cut < 1 || !matches) return null;
    filters.push(matches);
  }
  const found = catalogue.filter((game) => filters.every((matches) => matches(game)));
  const [field = 'id', direction = 'asc'] = sort ? sort.split(':') : [];
  const key = sortKeys[field];
  if (!key) return found;
  const sign = direction === 'desc' ? -1 : 1;
  return found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
