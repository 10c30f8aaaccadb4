import type { GameSummary } from '@nightshelf/contracts/games.ts';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../../components/ui/dialog.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { afterDialogs } from '../../lib/use-dialog-history.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { alertRaised } from '../alerts/slice.ts';
import type { ChoosableGame } from '../game-choice/api.ts';
import { GameChoice } from '../game-choice/game-choice.tsx';
import { useMergeOwnGameMutation } from './api.ts';
import { mergeUndoRequested } from './merge-undone.ts';
import { ownGameTexts } from './texts.ts';

const texts = ownGameTexts.merge;

interface MergeDialogProps {
  readonly game: GameSummary;
  readonly onClose: () => void;
}

/** Merges an own game into a game of the catalog. */
export function MergeDialog({ game: { guid, name }, onClose }: MergeDialogProps) {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [merge, merging] = useMergeOwnGameMutation();
  const whileHere = useWhileHere();

  const choose = async (into: ChoosableGame) => {
    const merged = await merge({ guid, into: into.guid });
    if (merged.error) return;
    const action = { label: texts.undo, dispatches: mergeUndoRequested({ guid, name }) };
    dispatch(alertRaised({ tone: 'notice', text: texts.done(into.name), action }));
    whileHere(() => {
      onClose();
      afterDialogs(() => navigate(`/game/${encodeURIComponent(into.guid)}`, { replace: true }));
    });
  };
  return (
    <Dialog title={texts.title(name)} description={texts.text} onClose={onClose}>
      {merging.error !== undefined && (
        <MessageBox className="mb-4">{messageOf(merging.error, texts.failed)}</MessageBox>
      )}
      <GameChoice name={name} disabled={merging.isLoading} onChoose={(into) => void choose(into)} />
    </Dialog>
  );
}
