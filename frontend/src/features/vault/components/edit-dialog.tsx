import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { History } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { useUnsaved } from '../../../components/ui/unsaved.tsx';
import type { Edit } from '../../../entities/entry/quick/quick-edit.ts';
import { EntryForm } from '../../../entities/entry-form/entry-form.tsx';
import { CoverOf } from '../../../entities/game/game-cover.tsx';
import { historyTexts } from '../../../entities/history/texts.ts';
import { selectOwnTags } from '../selectors.ts';
import { vaultTexts as texts } from '../texts.ts';
import { TagsField, withTag } from './tags-field.tsx';

interface EditDialogProps {
  readonly entry: LibraryEntry;
  readonly onSave: Edit;
  readonly onHistory: () => void;
  readonly onClose: () => void;
}

/**
 * Edits one entry, based on its state when the form opened, so that only changed fields are sent. Optimistic: the
 * library saga reverts a refused edit. A click outside, Back or the cross never discards input without asking.
 */
export function EditDialog({ entry, onSave, onHistory, onClose }: EditDialogProps) {
  const isChanged = useRef(false);
  const ownTags = useSelector(selectOwnTags);
  const [tags, setTags] = useState<readonly string[]>(entry.tags ?? []);
  const [draft, setDraft] = useState('');
  const { game } = entry;
  const isTagged = draft.trim() !== '' || tags.join('\n') !== (entry.tags ?? []).join('\n');
  const [question, leave] = useUnsaved(() => isChanged.current || isTagged, onClose);
  /** Opens after this dialog has returned focus. */
  const lookBack = () => {
    if (leave() === false) return;
    requestAnimationFrame(() => setTimeout(onHistory));
  };
  return (
    <Dialog title={texts.editTitle} onClose={leave}>
      <div className="mb-5 flex items-center gap-4">
        <div className="w-14 shrink-0">
          <CoverOf game={game} eager className="rounded-md" />
        </div>
        <p className="line-clamp-3 min-w-0 flex-1 font-medium [overflow-wrap:anywhere]" dir="auto">
          {game.name}
        </p>
        <IconButton
          Icon={History}
          label={historyTexts.openOf(game.name)}
          iconClassName="size-5"
          title={historyTexts.open}
          onClick={lookBack}
          className="-mr-2 shrink-0"
        />
      </div>
      {question}
      <EntryForm
        label={texts.edit(game.name)}
        initial={entry}
        platforms={game.platforms}
        submitLabel={texts.save}
        onChange={(changed) => {
          isChanged.current = changed;
        }}
        onSubmit={(fields) => {
          onSave(entry, { ...fields, tags: [...withTag(tags, draft, ownTags)] });
          onClose();
        }}
        onCancel={onClose}
      >
        <TagsField tags={tags} draft={draft} known={ownTags} onChange={setTags} onDraft={setDraft} />
      </EntryForm>
    </Dialog>
  );
}
