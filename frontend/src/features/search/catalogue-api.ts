import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';

type GetCatalogue = typeof catalogCalls.getCatalogue;

export type Catalogue = Pick<CallAnswer<GetCatalogue>, 'catalogue' | 'providers'>;

const catalogueApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    catalogue: build.query<Catalogue, void>({
      query: (): ApiRequest<GetCatalogue> => ({ method: 'GET', path: '/api/games/catalogue' }),
    }),
  }),
});

export const { useCatalogueQuery } = catalogueApi;
