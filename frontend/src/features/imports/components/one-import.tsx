import { useSelector } from 'react-redux';
import { BackLink } from '../../../components/ui/back-link.tsx';
import { Button, ButtonLink } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../../components/ui/page.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { selectUser } from '../../../entities/session/selectors.ts';
import { ApiError } from '../../../lib/api-errors.ts';
import { formatMoment, plural } from '../../../lib/format.ts';
import { useOneImportQuery } from '../api.ts';
import { importsTexts } from '../texts.ts';
import { ArrivedGames } from './arrived-games.tsx';
import { ImportPanel } from './import-panel.tsx';
import { RowsPanel } from './rows-panel.tsx';

const texts = importsTexts.one;

/** One import with its rows, before or after it ran. */
export function OneImport({ id }: { readonly id: string }) {
  const user = useSelector(selectUser);
  const { currentData: data, error, isFetching, refetch } = useOneImportQuery(id, { skip: user === null });
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
      {imported.status === 'done' && <ArrivedGames id={imported.id} />}
      <RowsPanel id={imported.id} isOpen={isOpen} rows={imported.received} />
    </>
  );
}
