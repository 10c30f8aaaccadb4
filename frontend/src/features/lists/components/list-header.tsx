import type { GameList, ListedGame } from '@nightshelf/contracts/game-lists.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { BackLink } from '../../../components/ui/back-link.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../components/ui/page.tsx';
import { Question } from '../../../components/ui/question.tsx';
import { alertRaised } from '../../../entities/alerts/slice.ts';
import { useRemoveListMutation } from '../../../entities/lists/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { listsTexts, listTexts as texts } from '../texts.ts';

const loadForm = () => import('./list-form.tsx').then(({ ListForm }) => ({ default: ListForm }));
const ListForm = lazyPart(loadForm);
const loadAdding = () => import('./add-games-dialog.tsx').then(({ AddGamesDialog }) => ({ default: AddGamesDialog }));
const AddGamesDialog = lazyPart(loadAdding);

interface ListHeaderProps {
  readonly list: GameList;
  readonly games: readonly ListedGame[];
}

/** A list's description and actions. */
export function ListHeader({ list, games }: ListHeaderProps) {
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
