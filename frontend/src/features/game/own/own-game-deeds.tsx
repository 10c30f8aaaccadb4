import type { Game } from '@nightshelf/contracts/games.ts';
import { Combine, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { selectEntry } from '../../../entities/library/selectors.ts';
import type { LibraryState } from '../../../entities/library/slice.ts';
import { ownGameTexts as texts } from '../../../entities/own-games/texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';

const EditDialog = lazyPart(() =>
  import('../../../entities/own-games/edit-own-game-dialog.tsx').then(({ EditOwnGameDialog }) => ({
    default: EditOwnGameDialog,
  })),
);
const MergeDialog = lazyPart(() =>
  import('../../../entities/own-games/merge-dialog.tsx').then(({ MergeDialog }) => ({ default: MergeDialog })),
);

/** What its owner can do with a game that they have added: change it, or merge it into a game of the database. */
export function OwnGameDeeds({ game }: { readonly game: Game }) {
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null);
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, game.guid));
  const close = () => setOpen(null);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
        <Pencil aria-hidden="true" className="size-4" />
        {texts.edit}
      </Button>
      {/* It is the entry that moves. */}
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
      <Suspense>
        {open === 'edit' && <EditDialog game={game} onClose={close} />}
        {open === 'merge' && <MergeDialog game={game} onClose={close} />}
      </Suspense>
    </div>
  );
}
