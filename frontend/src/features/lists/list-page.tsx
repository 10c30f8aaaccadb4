import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { libraryState } from '../../entities/library/saga.ts';
import { useGameListQuery } from '../../entities/lists/api.ts';
import { listsState } from '../../entities/lists/state.ts';
import { liveState } from '../../entities/live/state.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { ApiError, NetworkError } from '../../lib/api-errors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { ListHeader } from './components/list-header.tsx';
import { OrderedGames } from './components/ordered-games.tsx';
import { listTexts as texts } from './texts.ts';

export const page: PageModule = { Page: ListPage, state: [libraryState, ...listsState, liveState] };

function ListPage() {
  const { listId = '' } = useParams();
  const user = useSelector(selectVaultOwner);
  const { currentData: data, error, isFetching, refetch } = useGameListQuery(listId, { skip: user === null });
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (isGone || (!data && error && !isFetching)) {
    return (
      <>
        <PageTitle title={isGone ? texts.gone.title : texts.title} />
        <EmptyState
          scene={isGone ? 'lost' : 'unplugged'}
          tone="error"
          headingLevel={1}
          title={isGone ? texts.gone.title : texts.failed}
          text={isGone ? texts.gone.text : error instanceof NetworkError ? texts.notKept : undefined}
          action={
            <>
              {!isGone && <Button onClick={() => refetch()}>{texts.retry}</Button>}
              <ButtonLink to="/lists">{texts.back}</ButtonLink>
            </>
          }
        />
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageTitle title={texts.title} />
        <PageHeader title={texts.loading} />
        <div aria-hidden="true" className="grid gap-1">
          {['first', 'second', 'third', 'fourth', 'fifth'].map((key) => (
            <Skeleton key={key} className="h-24 rounded-xl" />
          ))}
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle title={data.list.name} />
      <AsOf at={data.kept_at} />
      <ListHeader list={data.list} games={data.games} />
      {data.games.length > 0 && <OrderedGames key={data.list.id} list={data.list} games={data.games} />}
    </>
  );
}
