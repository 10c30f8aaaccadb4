import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import { AsOf } from '../../components/ui/as-of.tsx';
import { BackLink } from '../../components/ui/back-link.tsx';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { DialogButtons } from '../../components/ui/dialog-buttons.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { LoadFailure } from '../../components/ui/load-failure.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { useQuestion } from '../../components/ui/question.tsx';
import { Loading } from '../../components/ui/skeleton.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { useVirtualGrid } from '../../components/ui/use-virtual-grid.ts';
import { alertRaised } from '../../entities/alerts/slice.ts';
import { libraryState } from '../../entities/library/saga.ts';
import {
  useGameListQuery,
  useMoveInListMutation,
  useRemoveListMutation,
  useTakeFromListMutation,
} from '../../entities/lists/api.ts';
import { placeAt } from '../../entities/lists/reordered.ts';
import { listsState, putBackRequested } from '../../entities/lists/state.ts';
import { liveState } from '../../entities/live/state.ts';
import { HandleHint } from '../../entities/ordering/handle.tsx';
import { orderingTexts } from '../../entities/ordering/texts.ts';
import { useOrdering } from '../../entities/ordering/use-ordering.ts';
import { selectVaultOwner } from '../../entities/session/selectors.ts';
import { ApiError, messageOf, NetworkError } from '../../lib/api-errors.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { GameRow, type RowActions } from './components/game-row.tsx';
import { NoteDialog } from './components/note-dialog.tsx';
import { listsTexts, listTexts, listTexts as texts } from './texts.ts';

const moveTexts = listTexts.moveTo;

interface MoveToProps {
  readonly name: string;
  /** Zero-based, as `onMove` expects. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

/** Moves a game to a position without dragging. */
function MoveToDialog({ name, place, count, onMove, onClose }: MoveToProps) {
  const [text, setText] = useState(String(place + 1));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Math.max(1, Math.min(count, Math.round(Number(text)) || place + 1));
    onClose();
    if (wanted !== place + 1) onMove(wanted - 1);
  };
  return (
    <Dialog title={moveTexts.title} onClose={onClose}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="-mt-2 text-ink-2" dir="auto">
          {name}
        </p>
        <TextField
          label={moveTexts.label(count)}
          type="number"
          inputMode="numeric"
          min={1}
          max={count}
          step={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <DialogButtons submit={moveTexts.submit} busy={false} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Games of a list in order, with move, note and remove. Only rows near the viewport are rendered. */
function OrderedGames({ list, games }: { readonly list: GameList; readonly games: readonly ListedGame[] }) {
  const { id } = list;
  const dispatch = useDispatch();
  const [move] = useMoveInListMutation();
  const [take] = useTakeFromListMutation();
  const [moving, setMoving] = useState<string | null>(null);
  const [noting, setNoting] = useState<string | null>(null);
  const element = useRef<HTMLElement | null>(null);
  const alarm = (error: unknown, text: string) =>
    dispatch(alertRaised({ tone: 'error', text: messageOf(error, text) }));

  const put = ({ entry_id: entryId }: ListedGame, to: number) => {
    const place = placeAt(games, entryId, to);
    if (!place) return;
    move({ id, entryId, place })
      .unwrap()
      .catch((error) => alarm(error, texts.notMoved));
  };
  const ordering = useOrdering(games, element, put);
  const { shown, lifted, announcement, announce } = ordering;

  const takeOut = (game: ListedGame) => {
    const { entry_id: entryId, name, note } = game;
    const at = games.indexOf(game);
    const [before, after] = [games[at + 1]?.entry_id, games[at - 1]?.entry_id];
    const place = before ? { before } : after ? { after } : null;
    take({ id, entryId })
      .unwrap()
      .then(
        () => {
          const undo = { label: texts.undo, dispatches: putBackRequested({ id, entryId, note, place }) };
          dispatch(alertRaised({ tone: 'notice', text: texts.takenOut(name), action: undo }));
        },
        (error) => alarm(error, texts.notTakenOut(name)),
      );
  };

  const latest = useRef({ ordering, takeOut });
  useLayoutEffect(() => {
    latest.current = { ordering, takeOut };
  });
  const actions = useMemo<RowActions>(
    () => ({
      onPointerDown: (...given) => latest.current.ordering.onPointerDown(...given),
      onKeyDown: (...given) => latest.current.ordering.onKeyDown(...given),
      onBlur: (next) => latest.current.ordering.onBlur(next),
      onPlace: (game) => setMoving(game.entry_id),
      onNote: (game) => setNoting(game.entry_id),
      onTakeOut: (game) => latest.current.takeOut(game),
    }),
    [],
  );

  const { first, end, grid } = useVirtualGrid<HTMLOListElement>(shown);
  const moved = games.find(({ entry_id }) => entry_id === moving);
  const noted = games.find(({ entry_id }) => entry_id === noting);
  return (
    <>
      <h2 className="sr-only">{texts.games}</h2>
      <HandleHint />
      <ol
        aria-label={texts.games}
        tabIndex={-1}
        {...grid}
        ref={(list) => {
          grid.ref.current = list;
          element.current = list;
        }}
        className="grid auto-rows-[6rem] grid-cols-1 gap-y-1"
      >
        {shown.slice(first, end).map((game, at) => (
          <GameRow
            key={game.entry_id}
            game={game}
            place={first + at}
            count={shown.length}
            lifted={lifted?.entryId === game.entry_id ? lifted : null}
            actions={actions}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {noted && <NoteDialog list={list} game={noted} onClose={() => setNoting(null)} />}
      {moved && (
        <MoveToDialog
          name={moved.name}
          place={games.indexOf(moved)}
          count={games.length}
          onClose={() => setMoving(null)}
          onMove={(to) => {
            put(moved, to);
            announce(orderingTexts.dropped(moved.name, to + 1));
          }}
        />
      )}
    </>
  );
}

const loadForm = () => import('./components/list-form.tsx');
const ListForm = lazyPart(loadForm, 'ListForm');
const loadAdding = () => import('./components/add-games-dialog.tsx');
const AddGamesDialog = lazyPart(loadAdding, 'AddGamesDialog');

/** A list's description and actions. */
function ListHeader({ list, games }: { readonly list: GameList; readonly games: readonly ListedGame[] }) {
  const [open, setOpen] = useState<'add' | 'edit' | null>(null);
  const [question, ask] = useQuestion();
  const [remove] = useRemoveListMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const removeList = async () => {
    const { error } = await remove(list.id);
    if (error) dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.removal.failed) }));
    else navigate('/lists', { replace: true });
  };
  const { title, text, confirm } = texts.removal;
  const askRemove = () => ask({ title, text: text(list.name), confirm, onConfirm: removeList });
  const add = (
    <Button look="primary" aria-haspopup="dialog" onClick={() => setOpen('add')} onPointerEnter={loadAdding}>
      <Plus aria-hidden="true" className="size-4.5" />
      {texts.add}
    </Button>
  );
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
            <IconButton
              aria-haspopup="dialog"
              Icon={Pencil}
              label={texts.edit}
              title={texts.edit}
              onClick={() => setOpen('edit')}
              onPointerEnter={loadForm}
            />
            <IconButton
              aria-haspopup="dialog"
              Icon={Trash2}
              label={texts.remove}
              title={texts.remove}
              onClick={askRemove}
            />
          </div>
        }
      />
      {games.length === 0 && (
        <EmptyState scene="shelf" title={texts.empty.title} text={texts.empty.text} action={add} />
      )}
      {open === 'add' && <AddGamesDialog list={list} games={games} onClose={close} />}
      {open === 'edit' && <ListForm list={list} onClose={close} />}
      {question}
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
        <LoadFailure
          headingLevel={1}
          title={isGone ? texts.gone.title : texts.failed}
          text={isGone ? texts.gone.text : error instanceof NetworkError ? texts.notKept : undefined}
          isGone={isGone}
          back={<ButtonLink to="/lists">{texts.back}</ButtonLink>}
          onRetry={() => refetch()}
        />
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageTitle title={texts.title} />
        <PageHeader title={texts.loading} />
        <Loading shapes={new Array(5).fill('h-24 rounded-xl')} className="grid gap-1" />
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
