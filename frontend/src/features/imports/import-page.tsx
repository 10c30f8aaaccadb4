import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router-dom';
import { delay, put, type SagaGenerator, takeLeading } from 'typed-redux-saga';
import { BackLink } from '../../components/ui/back-link.tsx';
import { ButtonLink } from '../../components/ui/button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { PageHeader, PageTitle, Panel } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { CoverOf } from '../../entities/game/game-cover.tsx';
import { greeted, isNotificationOf } from '../../entities/live/slice.ts';
import { liveState } from '../../entities/live/state.ts';
import { serverState } from '../../entities/server/state.ts';
import { selectUser } from '../../entities/session/selectors.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { formatMoment, plural } from '../../lib/format.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { safely } from '../../lib/safely.ts';
import { importsApi } from './api.ts';
import { ImportPanel } from './components/import-panel.tsx';
import { NewImport } from './components/new-import.tsx';
import { RowsPanel } from './components/rows-panel.tsx';
import { importsTexts } from './texts.ts';

const texts = importsTexts.one;

const mostCovers = 24;

const mostRows = 100;

/** Covers of the games that an import added, with a link to the vault. */
function ArrivedGames({ id }: { readonly id: string }) {
  const { currentData } = importsApi.useImportRowsInfiniteQuery({ id, show: 'all', limit: mostRows });
  const added = (currentData?.pages[0]?.rows ?? []).flatMap(({ fate, undone, game }) =>
    fate === 'added' && undone === null && game ? [game] : [],
  );
  // Games with a cover first.
  const games = added
    .toSorted((a, b) => Number(a.image_url === null) - Number(b.image_url === null))
    .slice(0, mostCovers);
  const toVault = (
    <ButtonLink to="/library" look="primary" size="small">
      {texts.toVault}
    </ButtonLink>
  );
  if (games.length === 0) return currentData ? <div className="mt-6">{toVault}</div> : null;
  return (
    <Panel title={texts.arrived} className="mt-6" action={toVault}>
      <ul aria-label={texts.arrived} className="grid grid-cols-4 gap-2.5 sm:grid-cols-6 md:grid-cols-8 xl:grid-cols-12">
        {games.map((game) => (
          <li key={game.guid}>
            <Link to={`/game/${encodeURIComponent(game.guid)}`} title={game.name} className="block rounded-md">
              <CoverOf game={game} className="rounded-md!" />
              <span className="sr-only">{game.name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One import with its rows, before or after it ran. */
function OneImport({ id }: { readonly id: string }) {
  const user = useSelector(selectUser);
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = importsApi.useOneImportQuery({ params: { id } }, { skip: user === null });
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (isGone || (!data && error)) {
    return (
      <>
        <PageTitle title={importsTexts.title} />
        <LoadFailure
          {...(isGone ? texts.gone : { title: texts.failed })}
          headingLevel={1}
          busy={isFetching}
          isGone={isGone}
          back={<ButtonLink to="/import">{texts.back}</ButtonLink>}
          onRetry={() => refetch()}
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
      {imported.status === 'done' && <ArrivedGames id={imported.id} />}
      <RowsPanel id={imported.id} isOpen={isOpen} rows={imported.received} />
    </>
  );
}

/** An import reports every hundred rows; this is the shortest time between two reloads. */
const paceMs = 700;

function* reload(): SagaGenerator<void> {
  yield* delay(paceMs);
  yield* put(importsApi.util.invalidateTags(['Imports']));
}

function* importsSaga(): SagaGenerator<void> {
  // The pending reload covers what is reported in the meantime.
  yield* takeLeading([greeted.match, isNotificationOf('imports')], safely(reload));
}

export const page: PageModule = { Page: ImportPage, state: [serverState, liveState, { saga: importsSaga }] };

/** The import page; with an id in the address, one import. */
function ImportPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <NewImport /> : <OneImport key={id} id={id} />;
}
