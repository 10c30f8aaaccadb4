import type { Game } from '@nightshelf/contracts';
import { z } from 'zod';
import type { GameProvider } from '../game-provider.ts';
import type { Asker } from '../limits/asker.ts';
import type { ProviderChannel } from '../provider-channel.ts';
import { ProviderFault } from '../provider-fault.ts';
import { type ProviderResponse, parseJson } from '../proxies/route-client.ts';
import { getQuery, searchQuery } from './query.ts';
import { toGame } from './to-game.ts';
import type { TwitchToken } from './token.ts';

const ownGuid = /^igdb-(\d{1,12})$/;

/** IGDB, reached with an app access token of Twitch. */
export class Igdb implements GameProvider {
  readonly name = 'igdb';
  readonly #baseUrl: string;
  readonly #clientId: string;
  readonly #token: TwitchToken;
  readonly #channel: ProviderChannel;

  constructor(baseUrl: string, clientId: string, token: TwitchToken, channel: ProviderChannel) {
    this.#baseUrl = baseUrl;
    this.#clientId = clientId;
    this.#token = token;
    this.#channel = channel;
  }

  owns(guid: string): boolean {
    return ownGuid.test(guid);
  }

  async search(query: string, limit: number, asker: Asker): Promise<Game[]> {
    return (await this.#ask(searchQuery(query, limit), asker)).slice(0, limit);
  }

  async get(guid: string, asker: Asker): Promise<Game | null> {
    const id = ownGuid.exec(guid)?.[1];
    if (id === undefined) return null;
    return (await this.#ask(getQuery(Number(id)), asker)).find((game) => game.guid === guid) ?? null;
  }

  async #ask(query: string, asker: Asker): Promise<Game[]> {
    const token = await this.#token.get();
    try {
      return await this.#send({ query, asker }, token);
    } catch (fault) {
      if (!(fault instanceof ProviderFault) || fault.kind !== 'key-refused') throw fault;
      // A token can end early. When a new one is refused too, it is the client that IGDB refuses.
      await this.#token.refused(token);
      return this.#send({ query, asker }, await this.#token.get());
    }
  }

  #send({ query, asker }: { query: string; asker: Asker }, token: string): Promise<Game[]> {
    const headers = { 'client-id': this.#clientId, authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
    const request = { method: 'POST', url: `${this.#baseUrl}/games`, headers, body: query } as const;
    return this.#channel.send({ resource: 'games', asker }, request, readGames);
  }
}

function readGames({ status, text, retryAfterMs }: ProviderResponse): Game[] {
  if (status === 429) throw new ProviderFault('too-many-requests', 'the provider asks us to slow down', retryAfterMs);
  if (status === 401 || status === 403) {
    throw new ProviderFault('key-refused', 'the provider does not accept the configured client');
  }
  if (status !== 200) throw new ProviderFault('unavailable', `the provider answered ${status}`);
  const items = z.array(z.unknown()).safeParse(parseJson(text));
  if (!items.success) throw new ProviderFault('malformed', 'the provider answered in an unknown form');
  const games = items.data.map(toGame).filter((game) => game !== null);
  return [...new Map(games.map((game) => [game.guid, game])).values()];
}
