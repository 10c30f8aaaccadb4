import type { LibraryEntry } from '@nightshelf/contracts';
import { useDispatch } from 'react-redux';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { GameCover } from '../../../entities/game/game-cover.tsx';
import { coverAddress } from '../../../entities/game/game-facts.ts';
import { changedFields } from '../../../entities/library/merge-changes.ts';
import { updateRequested } from '../../../entities/library/slice.ts';
import { vaultTexts as texts } from '../texts.ts';

interface EditDialogProps {
  readonly entry: LibraryEntry;
  readonly onClose: () => void;
}

/** Edits one entry, as it was when the form opened: only what is changed is sent. What is saved shows at once; the library's saga takes it back if the server refuses. */
export function EditDialog({ entry, onClose }: EditDialogProps) {
  const dispatch = useDispatch();
  const { game } = entry;
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <div className="mb-5 flex items-center gap-4">
        <div className="w-14 shrink-0">
          <GameCover guid={game.guid} name={game.name} address={coverAddress(game)} eager className="rounded-md" />
        </div>
        <p className="line-clamp-3 min-w-0 font-medium [overflow-wrap:anywhere]" dir="auto">
          {game.name}
        </p>
      </div>
      <EntryForm
        label={texts.edit(game.name)}
        initial={entry}
        platforms={game.platforms}
        submitLabel={texts.save}
        onSubmit={(fields) => {
          const changes = changedFields(entry, fields);
          if (Object.keys(changes).length > 0) dispatch(updateRequested({ entry, changes }));
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
