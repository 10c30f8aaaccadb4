import { catalogue } from '../catalogue/catalogue.ts';
import { type Game, steamIdOf } from '../catalogue/game.ts';
import { hash } from '../images/random.ts';

/** Marks private games: Steam's response does not reveal whether the account exists. */
export const hidden = Symbol('hidden');

interface Account {
  readonly id: string;
  /** The name in the profile's address. */
  readonly name: string;
  readonly games: readonly Game[] | typeof hidden;
}

const sold = catalogue.filter(({ platforms }) => platforms.includes('PC'));

/** `nightshelf` has forty games, `collector` all released games, `newcomer` none, and `recluse` hides them. */
const accounts: readonly Account[] = [
  { id: '76561198000000001', name: 'nightshelf', games: sold.slice(0, 40) },
  { id: '76561198000000002', name: 'recluse', games: hidden },
  { id: '76561198000000003', name: 'newcomer', games: [] },
  { id: '76561198000000004', name: 'collector', games: sold },
];

export const accountNamed = (name: string) => accounts.find((account) => account.name === name.toLowerCase());

export const gamesOf = (id: string) => accounts.find((account) => account.id === id)?.games ?? hidden;

/** Formats an owned game for Steam, with playtime in minutes; every third game was never started. */
export function presentOwned(game: Game, withNames: boolean): object {
  const minutes = hash(game.name) % 3 === 0 ? 0 : hash(`${game.name} played`) % 6000;
  return {
    appid: steamIdOf(game),
    ...(withNames
      ? {
          name: `${game.name}™`,
          img_icon_url: hash(game.name).toString(16).padStart(40, '0'),
          has_community_visible_stats: true,
        }
      : {}),
    playtime_forever: minutes,
    playtime_windows_forever: minutes,
    playtime_mac_forever: 0,
    playtime_linux_forever: 0,
    playtime_deck_forever: 0,
    rtime_last_played: minutes === 0 ? 0 : 1_600_000_000 + (hash(game.name) % 100_000_000),
    playtime_disconnected: 0,
  };
}
