import type { GameSummary } from '@nightshelf/contracts/games.ts';
import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { useDispatch } from 'react-redux';
import { Dialog } from '../../components/ui/dialog.tsx';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { alertRaised } from '../alerts/slice.ts';
import { useRemoveOwnCoverMutation, useSetOwnCoverMutation, useUpdateOwnGameMutation } from './api.ts';
import { valuesOfGame } from './form-values.ts';
import { OwnGameForm } from './own-game-form.tsx';
import { base64Of } from './read-cover.ts';
import { ownGameTexts as texts } from './texts.ts';

interface EditOwnGameDialogProps {
  readonly game: GameSummary;
  readonly onClose: () => void;
}

export function EditOwnGameDialog({ game, onClose }: EditOwnGameDialogProps) {
  const { guid } = game;
  const dispatch = useDispatch();
  const [update, updating] = useUpdateOwnGameMutation();
  const [setCover, covering] = useSetOwnCoverMutation();
  const [removeCover, removing] = useRemoveOwnCoverMutation();
  const whileHere = useWhileHere();
  const made = [updating, covering, removing];

  const save = async (fields: OwnGame, cover: string | null | undefined) => {
    const updated = await update({ guid, ...fields });
    if (updated.error) return;
    if (cover !== undefined) {
      const covered = cover === null ? await removeCover(guid) : await setCover({ guid, image: base64Of(cover) });
      if (covered.error) return;
    }
    dispatch(alertRaised({ tone: 'notice', text: texts.saved(fields.name) }));
    whileHere(onClose);
  };
  return (
    <Dialog title={texts.editTitle(game.name)} onClose={onClose}>
      <OwnGameForm
        guid={guid}
        initial={valuesOfGame(game)}
        cover={game.image_url}
        submit={texts.save}
        busy={made.some(({ isLoading }) => isLoading)}
        fault={made.find(({ error }) => error)?.error}
        onSubmit={(fields, cover) => void save(fields, cover)}
        onClose={onClose}
      />
    </Dialog>
  );
}
