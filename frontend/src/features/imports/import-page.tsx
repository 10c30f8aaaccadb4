import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { put, type SagaGenerator, throttle } from 'typed-redux-saga';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { formatMoment, plural } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { importsApi, useOneImportQuery } from './api.ts';
import { ImportPanel } from './components/import-panel.tsx';
import { NewImport } from './components/new-import.tsx';
import { RowsPanel } from './components/rows-panel.tsx';
import { importsTexts } from './texts.ts';

const texts = importsTexts.one;

/** One import with its rows, before or after it ran. */
function OneImport({ id }: { readonly id: string }) {
  const user = useSelector(selectUser);
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = useOneImportQuery({ params: { id } }, { skip: user === null });
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (isGone || (!data && error && !isFetching)) {
    return (
      <>
        <PageTitle title={importsTexts.title} />
        <EmptyState
          scene={isGone ? 'lost' : 'unplugged'}
          tone="error"
          headingLevel={1}
          title={isGone ? texts.gone.title : texts.failed}
          text={isGone ? texts.gone.text : undefined}
          action={
            <>
              {!isGone && <Button onClick={() => refetch()}>{texts.retry}</Button>}
              <ButtonLink to="/import">{texts.back}</ButtonLink>
            </>
          }
        />
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageTitle title={importsTexts.title} />
        <PageHeader title={texts.loading} />
        <Skeleton className="h-72 rounded-2xl" />
      </>
    );
  }
  const { import: imported } = data;
  const isOpen = ['ready', 'receiving', 'paused', 'done'].includes(imported.status);
  return (
    <>
      <PageTitle title={imported.name} />
      <BackLink to="/import">{texts.back}</BackLink>
      <PageHeader
        title={imported.name}
        description={`${plural(imported.received, 'row')}, ${formatMoment(imported.begun_at)}`}
      />
      <ImportPanel imported={imported} />
      <RowsPanel id={imported.id} isOpen={isOpen} rows={imported.received} />
    </>
  );
}

/** An import reports every hundred rows; this is the shortest time between two reloads. */
const paceMs = 700;

function* refresh(): SagaGenerator<void> {
  yield* put(importsApi.util.invalidateTags(['Imports']));
}

function* importsSaga(): SagaGenerator<void> {
  yield* throttle(paceMs, [greeted.match, isNotificationOf('imports')], safely(refresh));
}

export const page: PageModule = { Page: ImportPage, state: [serverState, liveState, { saga: importsSaga }] };

/** The import page; with an id in the address, one import. */
function ImportPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <NewImport /> : <OneImport key={id} id={id} />;
}
