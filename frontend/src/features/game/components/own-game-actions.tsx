import type { Game } from '@nightshelf/contracts/games.ts';
import { Combine, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { useEntry } from '../../../entities/library/use-entry.ts';
import { ownGameTexts as texts } from '../../../entities/own-games/texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const EditDialog = lazyPart(() => import('../../../entities/own-games/edit-own-game-dialog.tsx'), 'EditOwnGameDialog');
const MergeDialog = lazyPart(() => import('../../../entities/own-games/merge-dialog.tsx'), 'MergeDialog');

/** Owner actions on an added game: edit it, or merge it into a database game. */
export function OwnGameActions({ game }: { readonly game: Game }) {
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null);
  const entry = useEntry(game.guid);
  const close = () => setOpen(null);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden="true" className="size-4" />
        {texts.edit}
      </Button>
      {/* Merging moves the vault entry, so it requires one. */}
      {entry && (
        <Button
          size="small"
          aria-haspopup="dialog"
          onClick={() => setOpen('merge')}
          className="whitespace-normal! text-left"
        >
          <Combine aria-hidden="true" className="size-4 shrink-0" />
          {texts.merge.open}
        </Button>
      )}
      {open === 'edit' && <EditDialog game={game} onClose={close} />}
      {open === 'merge' && <MergeDialog game={game} onClose={close} />}
    </div>
  );
}
