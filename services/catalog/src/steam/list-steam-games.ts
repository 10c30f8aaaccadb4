import { steamAccountOf } from '@nightshelf/contracts/steam-account.ts';
import { conflict, notFound, unavailableOutside } from '@nightshelf/platform/errors/coded-error.ts';
import type { KnownGames } from '../games/known-games.ts';
import type { Asker } from '../providers/limits/asker.ts';
import { ProviderFault } from '../providers/provider-fault.ts';
import type { SteamGame, SteamWeb } from './steam-web.ts';

export interface SteamParts {
  /** Null without a key. */
  readonly steam: SteamWeb | null;
  readonly known: KnownGames;
}

interface ListedGames {
  readonly account: string;
  readonly games: (SteamGame & { readonly guid: string | null })[];
  /** Whether the provider was unavailable for some of them. */
  readonly later: boolean;
}

/**
 * Returns the games of a Steam account, with guids where the provider knows Steam's ids. Does not throw when the game
 * provider fails.
 * @param text as the user typed it
 * @throws CodedError 404 for an unknown account, 409 for a private one, 503 without a key and when Steam fails
 */
export async function listSteamGames({ steam, known }: SteamParts, text: string, asker: Asker): Promise<ListedGames> {
  const meant = steamAccountOf(text);
  if (!steam) {
    throw unavailableOutside(
      'catalog.steam_not_configured',
      'Steam is not set up on this server. Import a file instead.',
    );
  }
  try {
    const account = meant && (await steam.find(meant, asker));
    if (!account) throw notFound('catalog.steam_account_not_found', 'Steam has no account with this name.');
    const games = await steam.gamesOf(account, asker);
    if (!games) throw isPrivate();
    const { guids, later } = await identitiesOf(known, games, asker);
    return { account, games: games.map((game) => ({ ...game, guid: guids.get(game.app_id) ?? null })), later };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    throw unavailableOutside('catalog.steam_failed', `${sentence(fault.message)} Please try again later.`, fault);
  }
}

const isPrivate = () =>
  conflict(
    'catalog.steam_private',
    'The games of this account are private. Set "Game details" to public in its Steam privacy settings and try again.',
  );

const sentence = (message: string) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;

/** Games per request to the provider. */
const atOnce = 500;

async function identitiesOf(known: KnownGames, games: readonly SteamGame[], asker: Asker) {
  const guids = new Map<number, string>();
  const ids = [...new Set(games.map(({ app_id }) => app_id))];
  try {
    for (let from = 0; from < ids.length; from += atOnce) {
      const found = await known.ofSteam(ids.slice(from, from + atOnce), asker);
      for (const [id, guid] of found) guids.set(id, guid);
    }
    return { guids, later: false };
  } catch (fault) {
    if (!(fault instanceof ProviderFault)) throw fault;
    return { guids, later: true };
  }
}
