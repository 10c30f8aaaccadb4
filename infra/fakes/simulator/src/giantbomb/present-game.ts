import { screenshotsOf, themesOf } from '../catalogue/facts.ts';
import { type Game, type Genre, guidOf } from '../catalogue/game.ts';
import { platformOf } from '../catalogue/platforms.ts';
import { type Series, seriesOf, similarTo } from '../catalogue/series.ts';
import { escapeXml } from '../images/escape-xml.ts';
import { hash } from '../images/random.ts';

const api = 'https://www.giantbomb.com/api';
const site = 'https://www.giantbomb.com';

const ratings: Readonly<Record<string, { readonly id: number; readonly name: string }>> = {
  E: { id: 6, name: 'ESRB: E' },
  E10: { id: 33, name: 'ESRB: E10+' },
  T: { id: 1, name: 'ESRB: T' },
  M: { id: 4, name: 'ESRB: M' },
};

const genreNames: Readonly<Record<Genre, readonly [number, string]>> = {
  action: [1, 'Action'],
  adventure: [4, 'Adventure'],
  arcade: [42, 'Block-Breaking'],
  fighting: [9, 'Fighting'],
  horror: [43, 'Action-Adventure'],
  platformer: [41, 'Platformer'],
  puzzle: [18, 'Puzzle'],
  racing: [6, 'Driving/Racing'],
  rpg: [5, 'Role-Playing'],
  sandbox: [43, 'Action-Adventure'],
  shooter: [32, 'Shooter'],
  simulation: [13, 'Simulation'],
  sports: [3, 'Sports'],
  strategy: [2, 'Strategy'],
};

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const pad = (value: number) => String(value).padStart(2, '0');

/** Returns the time when an editor added or changed a page, deterministic for each game. */
function stamp(game: Game, kind: string, year: number): string {
  const seed = hash(`${game.id}${kind}`);
  return `${year}-${pad(1 + (seed % 12))}-${pad(1 + ((seed >> 4) % 28))} ${pad((seed >> 9) % 24)}:${pad((seed >> 14) % 60)}:${pad((seed >> 20) % 60)}`;
}

/** A date known to the day is a release date; a vaguer one is an expected date. */
function dates(released: string | null) {
  const [year, month, day] = (released ?? '').split('-');
  const exact = Boolean(day);
  return {
    expected_release_day: null,
    expected_release_month: !exact && month ? Number(month) : null,
    expected_release_quarter: null,
    expected_release_year: !exact && year ? Number(year) : null,
    original_release_date: exact ? released : null,
  };
}

/** Returns a picture's sizes, under the provider's names. */
function sizes(address: string) {
  const url = (size: string) => `${address}?size=${size}`;
  return {
    icon_url: url('square_avatar'),
    medium_url: url('scale_medium'),
    screen_url: url('screen_medium'),
    screen_large_url: url('screen_kubrick'),
    small_url: url('scale_small'),
    super_url: url('scale_large'),
    thumb_url: url('scale_avatar'),
    tiny_url: url('square_mini'),
    original_url: url('original'),
  };
}

const image = (game: Game, publicUrl: string) => ({
  ...sizes(`${publicUrl}/images/covers/${guidOf(game)}.svg`),
  image_tags: 'All Images,Box Art',
});

function screenshots(game: Game, publicUrl: string) {
  return Array.from({ length: screenshotsOf(game) }, (_, place) => {
    const shot = sizes(`${publicUrl}/images/screenshots/${guidOf(game)}/${place + 1}.svg`);
    return { ...shot, original: shot.original_url, tags: 'All Images,Screenshots' };
  });
}

/** Imitates editors' HTML: most pages use headings, some bold text. */
function description(game: Game, names: readonly string[]): string {
  const heading = (text: string) => (game.id % 5 === 0 ? `<p><strong>${text}</strong></p>` : `<h2>${text}</h2>`);
  const about = `${heading('Overview')}<p>${escapeXml(game.deck)} ${escapeXml(game.overview)}</p>`;
  if (names.length === 0) return about;
  const where = names.map((name) => `<a href="/${slug(name)}/" data-ref-id="3045">${escapeXml(name)}</a>`).join(', ');
  return `${about}${heading('Releases')}<p><em>${escapeXml(game.name)}</em> by ${escapeXml(game.developer)} can be played on ${where}.</p>`;
}

/** Formats a game for lists and searches. */
export function presentGame(game: Game, publicUrl: string) {
  const guid = guidOf(game);
  const platforms = game.platforms.map(platformOf);
  const rating = game.esrb === null ? undefined : ratings[game.esrb];
  return {
    aliases: game.aliases.length > 0 ? game.aliases.join(game.id % 3 ? '\n' : '\r\n') : null,
    api_detail_url: `${api}/game/${guid}/`,
    date_added: stamp(game, 'added', 2008 + (game.id % 5)),
    date_last_updated: stamp(game, 'updated', 2023),
    deck: game.deck,
    description: description(
      game,
      platforms.map(({ name }) => name),
    ),
    ...dates(game.released),
    guid,
    id: game.id,
    image: image(game, publicUrl),
    image_tags: [
      { api_detail_url: `${api}/images/${guid}/?filter=image_tag:All%20Images`, name: 'All Images', total: 1 },
    ],
    name: game.name,
    number_of_user_reviews: game.reviews,
    original_game_rating: rating ? [{ api_detail_url: `${api}/game_rating/3065-${rating.id}/`, ...rating }] : null,
    platforms:
      platforms.length > 0
        ? platforms.map(({ id, name, abbreviation }) => ({
            api_detail_url: `${api}/platform/3045-${id}/`,
            id,
            name,
            site_detail_url: `${site}/${slug(name)}/3045-${id}/`,
            abbreviation,
          }))
        : null,
    site_detail_url: `${site}/${slug(game.name)}/${guid}/`,
  };
}

const unlisted = [
  'characters',
  'concepts',
  'dlcs',
  'first_appearance_characters',
  'first_appearance_concepts',
  'first_appearance_locations',
  'first_appearance_objects',
  'first_appearance_people',
  'killed_characters',
  'locations',
  'objects',
  'people',
  'releases',
  'reviews',
];

/** Formats a reference to another page of the provider. */
const reference = (kind: string, type: number, id: number, name: string) => ({
  api_detail_url: `${api}/${kind}/${type}-${id}/`,
  id,
  name,
  site_detail_url: `${site}/${slug(name)}/${type}-${id}/`,
});

const listed = (games: readonly Game[]) =>
  games.length > 0 ? games.map(({ id, name }) => reference('game', 3030, id, name)) : null;

/** Formats a franchise for its own page. */
export const presentFranchise = ({ id, name, games }: Series) => ({
  ...reference('franchise', 3025, id, name),
  guid: `3025-${id}`,
  aliases: null,
  games: listed(games),
});

/** Formats a game for its own page. */
export function presentGameDetail(game: Game, publicUrl: string) {
  const [genreId, genre] = genreNames[game.genre];
  const company = hash(game.developer) % 20_000;
  const { image: cover, ...rest } = presentGame(game, publicUrl);
  const made = [reference('company', 3010, company, game.developer)];
  const series = seriesOf(game);
  const themes = themesOf(game).map(([id, , name]) => reference('theme', 3032, id, name));
  return {
    ...rest,
    image: cover,
    images: [{ ...cover, original: cover.original_url, tags: cover.image_tags }, ...screenshots(game, publicUrl)],
    videos: [],
    ...Object.fromEntries(unlisted.map((name) => [name, null])),
    developers: made,
    publishers: made,
    franchises: series ? [reference('franchise', 3025, series.id, series.name)] : null,
    genres: [{ ...reference('genre', 3060, genreId, genre), site_detail_url: `${site}/games/?genre=${genreId}` }],
    similar_games: listed(similarTo(game)),
    themes: themes.length > 0 ? themes : null,
  };
}
