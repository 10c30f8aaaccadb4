import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import { onceDone, serverApi } from '../../../entities/server/api.ts';
import type { ApiRequest } from '../../../lib/api-client.ts';

type Calls = typeof archiveCalls;

const archivesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    archives: build.query<CallAnswer<Calls['listArchives']>, void>({
      query: (): ApiRequest<Calls['listArchives']> => ({ method: 'GET', path: '/api/auth/archives' }),
    }),

    requestArchive: build.mutation<CallAnswer<Calls['requestArchive']>, void>({
      query: (): ApiRequest<Calls['requestArchive']> => ({ method: 'POST', path: '/api/auth/archives' }),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: (_, { dispatch, queryFulfilled }) =>
        onceDone(queryFulfilled, ({ archive }) =>
          dispatch(
            archivesApi.util.updateQueryData('archives', undefined, (list) => {
              list.archives.unshift(archive);
            }),
          ),
        ),
    }),
  }),
});

export const { useArchivesQuery, useRequestArchiveMutation } = archivesApi;
