import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useVirtualGrid } from '../../../components/ui/use-virtual-grid.ts';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { useMoveInListMutation, useTakeFromListMutation } from '../../../entities/lists/api.ts';
import { placeAt } from '../../../entities/lists/reordered.ts';
import { putBackRequested } from '../../../entities/lists/state.ts';
import { HandleHint } from '../../../entities/ordering/handle.tsx';
import { orderingTexts } from '../../../entities/ordering/texts.ts';
import { useOrdering } from '../../../entities/ordering/use-ordering.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { listTexts as texts } from '../texts.ts';
import { GameRow, type RowActions } from './game-row.tsx';
import { MoveToDialog } from './move-to-dialog.tsx';
import { useNotes } from './use-notes.ts';

interface OrderedGamesProps {
  readonly list: GameList;
  readonly games: readonly ListedGame[];
}

/** Games of a list in order, with move, note and remove. Only rows near the viewport are rendered. */
export function OrderedGames({ list, games }: OrderedGamesProps) {
  const { id } = list;
  const dispatch = useDispatch();
  const [move] = useMoveInListMutation();
  const [take] = useTakeFromListMutation();
  const [moving, setMoving] = useState<string | null>(null);
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
  const notes = useNotes(list);

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

  const latest = useRef({ ordering, notes, takeOut });
  useLayoutEffect(() => {
    latest.current = { ordering, notes, takeOut };
  });
  const actions = useMemo<RowActions>(
    () => ({
      onPointerDown: (...given) => latest.current.ordering.onPointerDown(...given),
      onKeyDown: (...given) => latest.current.ordering.onKeyDown(...given),
      onBlur: (next) => latest.current.ordering.onBlur(next),
      onPlace: (game) => setMoving(game.entry_id),
      onNote: (game) => latest.current.notes.open(game),
      onTakeOut: (game) => latest.current.takeOut(game),
    }),
    [],
  );

  const { first, end, grid } = useVirtualGrid<HTMLOListElement>(shown);
  const asked = games.find(({ entry_id }) => entry_id === moving);
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
            note={notes.of(game)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {asked && (
        <MoveToDialog
          name={asked.name}
          place={games.indexOf(asked)}
          count={games.length}
          onClose={() => setMoving(null)}
          onMove={(to) => {
            put(asked, to);
            announce(orderingTexts.dropped(asked.name, to + 1));
          }}
        />
      )}
    </>
  );
}
