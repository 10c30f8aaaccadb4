import type { CallAnswer } from '@nightshelf/contracts/call.ts';
import type * as archiveCalls from '@nightshelf/contracts/calls/archives.ts';
import { Download } from 'lucide-react';
import { Button } from '../../../components/ui/button.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { onSuccess, serverApi } from '../../../entities/server/api.ts';
import { apiRequest } from '../../../lib/api-client.ts';
import { formatMoment } from '../../../lib/format.ts';

const texts = {
  title: 'Download my data',
  hint: 'Everything Nightshelf stores about you, as a ZIP file with JSON and CSV.',
  take: 'Download my data',
  asking: 'Asking…',
  preparing: 'Your archive is being prepared. You can leave this page and come back.',
  ready: (size: string) => `Download my data (${size})`,
  until: (moment: string) => `Here until ${moment}.`,
  failed: 'Couldn’t prepare your archive. Please try again.',
};

type Calls = typeof archiveCalls;

const archivesApi = serverApi.injectEndpoints({
  endpoints: (build) => ({
    archives: build.query<CallAnswer<Calls['listArchives']>, void>({
      query: () => apiRequest<Calls['listArchives']>('GET', '/api/auth/archives'),
    }),

    requestArchive: build.mutation<CallAnswer<Calls['requestArchive']>, void>({
      query: () => apiRequest<Calls['requestArchive']>('POST', '/api/auth/archives'),
      invalidatesTags: (done) => (done ? ['Activity'] : []),
      onQueryStarted: onSuccess((dispatch, _, { archive }) =>
        dispatch(
          archivesApi.util.updateQueryData('archives', undefined, (list) => {
            list.archives.unshift(archive);
          }),
        ),
      ),
    }),
  }),
});

const askEveryMs = 2000;

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Requests an archive of the user's data, and offers the download when it is ready. */
export function TakeData() {
  const { data } = archivesApi.endpoints.archives.useQueryState();
  const archives = data?.archives ?? [];
  const isPreparing = archives.some(({ ready_at }) => ready_at === null);
  archivesApi.useArchivesQuery(undefined, { pollingInterval: isPreparing ? askEveryMs : 0 });
  const [requestArchive, { isLoading, error }] = archivesApi.useRequestArchiveMutation();
  const latest = archives.find(({ ready_at }) => ready_at !== null);
  return (
    <Panel title={texts.title}>
      <p className="text-ink-2">{texts.hint}</p>
      <Refusal error={error} fallback={texts.failed} className="mt-4" />
      <div role="status">{isPreparing && <p className="mt-3 text-sm text-ink-3">{texts.preparing}</p>}</div>
      {latest && !isPreparing && (
        <div className="mt-2">
          <a
            href={`/api/auth/archives/${latest.id}/file`}
            download
            className="inline-flex min-h-11 items-center gap-2 font-medium text-accent underline-offset-4 hover:underline"
          >
            <Download aria-hidden="true" className="size-5 shrink-0" />
            {texts.ready(sizeOf(latest.bytes ?? 0))}
          </a>
          <p className="text-sm text-ink-3">{texts.until(formatMoment(latest.expires_at))}</p>
        </div>
      )}
      <Button busy={isLoading} disabled={isPreparing} onClick={() => requestArchive()} className="mt-4">
        {isLoading ? texts.asking : texts.take}
      </Button>
    </Panel>
  );
}
