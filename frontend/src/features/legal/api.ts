import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as catalogCalls from '@nightshelf/contracts/calls/catalog.ts';
import { serverApi } from '../../entities/server/api.ts';
import type { ApiRequest } from '../../lib/api-client.ts';

type GetCatalogue = typeof catalogCalls.getCatalogue;

const creditsApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    creditedCatalogue: build.query<CallAnswer<GetCatalogue>, void>({
      query: (): ApiRequest<GetCatalogue> => ({ method: 'GET', path: '/api/games/catalogue' }),
    }),
  }),
});

export const { useCreditedCatalogueQuery } = creditsApi;
