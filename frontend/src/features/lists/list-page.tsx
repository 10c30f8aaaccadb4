import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { Question } from '../../components/ui/question.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { libraryState } from '../../entities/library/saga.ts';
import { useGameListQuery, useRemoveListMutation } from '../../entities/lists/api.ts';
import { listsState } from '../../entities/lists/state.ts';
import { liveState } from '../../entities/live/state.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { ApiError, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { OrderedGames } from './components/ordered-games.tsx';
import { listsTexts, listTexts as texts } from './texts.ts';

const loadForm = () => import('./components/list-form.tsx').then(({ ListForm }) => ({ default: ListForm }));
const ListForm = lazyPart(loadForm);
const loadAdding = () =>
  import('./components/add-games-dialog.tsx').then(({ AddGamesDialog }) => ({ default: AddGamesDialog }));
const AddGamesDialog = lazyPart(loadAdding);

interface ListHeaderProps {
  readonly list: GameList;
  readonly games: readonly ListedGame[];
}

/** A list's description and actions. */
function ListHeader({ list, games }: ListHeaderProps) {
  const [open, setOpen] = useState<'add' | 'edit' | 'remove' | null>(null);
  const [remove] = useRemoveListMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const removed = () => {
    close();
    remove(list.id)
      .unwrap()
      .then(
        () => navigate('/lists', { replace: true }),
        (error) => dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.removal.failed) })),
      );
  };
  const add = (
    <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen('add')} onPointerEnter={loadAdding}>
      <Plus aria-hidden="true" className="size-4.5" />
      {texts.add}
    </Button>
  );
  const icon = { look: 'plain', size: 'icon', 'aria-haspopup': 'dialog' } as const;
  return (
    <>
      <BackLink to="/lists">{texts.back}</BackLink>
      <PageHeader
        title={list.name}
        aside={listsTexts.count(games.length)}
        className="mb-6"
        description={
          list.description && (
            <span className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
              {list.description}
            </span>
          )
        }
        actions={
          <div className="flex items-center gap-1">
            {games.length > 0 && add}
            <Button
              {...icon}
              title={texts.edit}
              aria-label={texts.edit}
              onClick={() => setOpen('edit')}
              onPointerEnter={loadForm}
            >
              <Pencil aria-hidden="true" className="size-4.5" />
            </Button>
            <Button {...icon} title={texts.remove} aria-label={texts.remove} onClick={() => setOpen('remove')}>
              <Trash2 aria-hidden="true" className="size-4.5" />
            </Button>
          </div>
        }
      />
      {games.length === 0 && (
        <EmptyState scene="shelf" title={texts.empty.title} text={texts.empty.text} action={add} />
      )}
      <Suspense>
        {open === 'add' && <AddGamesDialog list={list} games={games} onClose={close} />}
        {open === 'edit' && <ListForm list={list} onClose={close} />}
      </Suspense>
      {open === 'remove' && (
        <Question
          title={texts.removal.title}
          text={texts.removal.text(list.name)}
          confirm={texts.removal.confirm}
          onClose={close}
          onConfirm={removed}
        />
      )}
    </>
  );
}

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
