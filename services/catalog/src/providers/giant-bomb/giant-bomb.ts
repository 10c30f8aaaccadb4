import type { GameDetails } from '@nightshelf/contracts/game-details.ts';
import type { Game } from '@nightshelf/contracts/games.ts';
import { z } from 'zod';
import type { FoundGame, GameProvider } from '../game-provider.ts';
import type { ImageSources } from '../image-sources.ts';
import type { Asker } from '../limits/asker.ts';
import type { ProviderChannel } from '../provider-channel.ts';
import { ProviderFault } from '../provider-fault.ts';
import { type Envelope, readResponse } from './response.ts';
import { franchiseGames, franchiseOf, toDetails } from './to-details.ts';
import { giantBombGuid, toGame } from './to-game.ts';

/** More pages would use too much of the hourly limit. */
const maxPages = 10;

export class GiantBomb implements GameProvider {
  readonly name = 'giantbomb';
  readonly #baseUrl: string;
  readonly #key: string;
  readonly #channel: ProviderChannel;
  readonly #images: ImageSources;

  constructor(baseUrl: string, key: string, channel: ProviderChannel, images: ImageSources) {
    this.#baseUrl = baseUrl;
    this.#key = key;
    this.#channel = channel;
    this.#images = images;
  }

  owns(guid: string): boolean {
    return giantBombGuid.test(guid);
  }

  async search(query: string, limit: number, asker: Asker): Promise<Game[]> {
    const games = new Map<string, Game>();
    let seen = 0;
    for (let page = 1; page <= maxPages; page += 1) {
      const items = await this.#page({ query, limit, page }, asker).catch((fault: unknown) => {
        // The pages before it are better than nothing.
        if (fault instanceof ProviderFault && page > 1) return { results: [], total: 0 };
        throw fault;
      });
      seen += items.results.length;
      for (const game of items.results.map(toGame)) if (game) games.set(game.guid, game);
      // Giant Bomb caps pages itself, so a short page is not the last; only the total shows the end.
      if (items.results.length === 0 || games.size >= limit || seen >= items.total) break;
    }
    return [...games.values()].slice(0, limit);
  }

  async get(guid: string, asker: Asker): Promise<FoundGame | null> {
    if (!this.owns(guid)) return null;
    const envelope = await this.#ask({ resource: 'game', asker }, `/game/${guid}/`, {});
    if (!envelope) return null;
    const game = toGame(envelope.results);
    if (game?.guid !== guid) throw new ProviderFault('malformed', 'the provider returned something other than a game');
    const { results } = envelope;
    return { game, details: toDetails(results, this.#images), seriesId: franchiseOf(results) };
  }

  /** A game names its franchises; only a franchise's own page lists its games. */
  async complete({ game, details, seriesId }: FoundGame, asker: Asker): Promise<GameDetails> {
    if (seriesId === null) return details;
    const path = `/franchise/3025-${seriesId}/`;
    const envelope = await this.#ask({ resource: 'franchise', asker }, path, { field_list: 'name,games' });
    const series = envelope && franchiseGames(envelope.results);
    if (!series?.games.some(({ guid }) => guid === game.guid)) return details;
    return { ...details, series: [series] };
  }

  async #page(
    { query, limit, page }: { query: string; limit: number; page: number },
    asker: Asker,
  ): Promise<{ results: unknown[]; total: number }> {
    const envelope = await this.#ask({ resource: 'search', asker }, '/search/', {
      query,
      resources: 'game',
      limit: String(limit),
      page: String(page),
    });
    const results = z.array(z.unknown()).safeParse(envelope?.results ?? []);
    if (!results.success) throw new ProviderFault('malformed', 'the provider returned something other than a list');
    return { results: results.data, total: envelope?.number_of_total_results ?? 0 };
  }

  #ask(
    what: { resource: 'game' | 'search' | 'franchise'; asker: Asker },
    path: string,
    params: Record<string, string>,
  ): Promise<Envelope | null> {
    const search = new URLSearchParams({ api_key: this.#key, format: 'json', ...params });
    const url = `${this.#baseUrl}${path}?${search}`;
    return this.#channel.send(what, { method: 'GET', url, headers: {} }, readResponse);
  }
}
