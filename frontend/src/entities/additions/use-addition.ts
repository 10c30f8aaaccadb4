import type { Game } from '@nightshelf/contracts/games.ts';
import type { EntryFields } from '@nightshelf/contracts/library-entry.ts';
import { useDispatch, useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectIsAdding, type WithLibrary } from '../library/selectors.ts';
import { addRequested } from '../library/slice.ts';
import { useEntry } from '../library/use-entry.ts';
import { selectVaultOwner } from '../session/selectors.ts';
import { addFormClosed, addFormOpened, selectAdditions } from './slice.ts';

/** Returns the state and steps of adding one game to the vault. A visitor signs in first and then comes back. */
export function useAddition(game: Game) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const location = useLocation();
  const owner = useSelector(selectVaultOwner);
  const entry = useEntry(game.guid);
  const busy = useSelector((state: WithLibrary) => selectIsAdding(state, game.guid));
  const { formFor, refusals, justAdded } = useSelector(selectAdditions);
  return {
    /** Undefined while the game is not in the vault. */
    entry,
    busy,
    open: formFor === game.guid && owner !== null && entry === undefined,
    refusals,
    justAdded: game.guid in justAdded,
    start: () => {
      dispatch(addFormOpened(game.guid));
      if (!owner) navigate('/login', { state: { from: location } });
    },
    cancel: () => {
      dispatch(addFormClosed());
    },
    submit: (fields: EntryFields) => {
      dispatch(addRequested({ game, fields }));
    },
  };
}
