import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import type { GameProviderName } from '@nightshelf/contracts/games.ts';
import { serverApi } from '../../entities/server/api.ts';
import { apiRequest } from '../../lib/api-client.ts';

type GetCatalogue = typeof catalogCalls.getCatalogue;

type Catalogue = Pick<CallAnswer<GetCatalogue>, 'catalogue' | 'providers'>;

export const catalogueApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.query<Catalogue, void>({
      query: () => apiRequest<GetCatalogue>('GET', '/api/games/catalogue'),
    }),
  }),
});

interface Provider {
  readonly name: string;
  readonly address: string;
  readonly hasCovers: boolean;
}

const providers: Readonly<Record<GameProviderName, Provider>> = {
  igdb: { name: 'IGDB', address: 'https://www.igdb.com', hasCovers: true },
  giantbomb: { name: 'Giant Bomb', address: 'https://www.giantbomb.com', hasCovers: true },
  wikidata: { name: 'Wikidata', address: 'https://www.wikidata.org', hasCovers: false },
};

type Source =
  | { readonly kind: 'provider'; readonly name: string; readonly address: string }
  | { readonly kind: 'catalogue'; readonly games: number };

/** Returns the first working provider with covers, otherwise the offline catalog, otherwise any working provider. */
export function sourceOf({ catalogue, providers: configured }: Catalogue): Source | null {
  const answering = configured.flatMap(({ name, answers }) => (answers ? [providers[name]] : []));
  const best = answering.find(({ hasCovers }) => hasCovers) ?? (catalogue ? undefined : answering[0]);
  if (best) return { kind: 'provider', name: best.name, address: best.address };
  return catalogue && { kind: 'catalogue', games: catalogue.games };
}
