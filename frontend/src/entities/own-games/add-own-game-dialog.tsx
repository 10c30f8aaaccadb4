import type { LibraryEntry, Status } from '@nightshelf/contracts/library-entry.ts';
import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { afterDialogs } from '../../lib/use-dialog-history.ts';
import { ChoicePills } from '../entry-form/choice-pills.tsx';
import { GameCover } from '../game/game-cover.tsx';
import { statusOptions } from '../status/statuses.ts';
import { useAddOwnGameMutation, useSetOwnCoverMutation } from './api.ts';
import { OwnGameForm } from './own-game-form.tsx';
import { base64Of } from './read-cover.ts';
import { ownGameTexts as texts } from './texts.ts';

interface AddOwnGameDialogProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Adds a game that no provider knows, then opens its page. */
export function AddOwnGameDialog({ name, onClose }: AddOwnGameDialogProps) {
  const [status, setStatus] = useState<Status>('want_to_play');
  const [add, adding] = useAddOwnGameMutation();
  const [setCover, covering] = useSetOwnCoverMutation();
  const [added, setAdded] = useState<{ readonly entry: LibraryEntry; readonly cover: string | null } | null>(null);

  const save = async (game: OwnGame, cover: string | null | undefined) => {
    const [platform, ...others] = game.platform_ids;
    // A game on a single platform is played there.
    const platform_id = others.length === 0 ? (platform ?? null) : null;
    const saved = await add({ ...game, status, platform_id });
    if (!saved.data) return;
    const { user_game: entry } = saved.data;
    if (cover) await setCover({ guid: entry.guid, image: base64Of(cover) });
    setAdded({ entry, cover: cover ?? null });
  };
  if (added) {
    const { entry, cover } = added;
    const retry = () => cover !== null && setCover({ guid: entry.guid, image: base64Of(cover) });
    return (
      <Dialog title={texts.added.title} onClose={onClose}>
        <Added entry={entry} cover={covering.error ? null : cover} onClose={onClose}>
          {covering.error && (
            <MessageBox className="mb-5">
              <p>{texts.cover.notSaved}</p>
              <Button size="small" busy={covering.isLoading} onClick={() => void retry()} className="mt-2">
                {texts.cover.retry}
              </Button>
            </MessageBox>
          )}
        </Added>
      </Dialog>
    );
  }
  return (
    <Dialog title={texts.addTitle} description={texts.addText} onClose={onClose}>
      <OwnGameForm
        guid="own-new"
        initial={{ name, year: '', platformIds: [] }}
        cover={null}
        submit={texts.submit}
        busy={adding.isLoading || covering.isLoading}
        fault={adding.error}
        onSubmit={(game, cover) => void save(game, cover)}
        onClose={onClose}
      >
        <div className="@container">
          <ChoicePills
            label={texts.status}
            name="status"
            choices={statusOptions}
            value={status}
            onChange={(to) => setStatus(to as Status)}
          />
        </div>
      </OwnGameForm>
    </Dialog>
  );
}

interface AddedProps {
  readonly entry: LibraryEntry;
  readonly cover: string | null;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

function Added({ entry: { guid, game }, cover, children, onClose }: AddedProps) {
  const navigate = useNavigate();
  const address = `/game/${encodeURIComponent(guid)}`;
  return (
    <>
      {children}
      <div className="flex items-center gap-4">
        <GameCover guid={guid} name={game.name} address={cover} eager className="w-18! shrink-0" />
        <p role="status" className="min-w-0 [overflow-wrap:anywhere]" dir="auto">
          {texts.added.text(game.name)}
        </p>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{texts.added.close}</Button>
        <ButtonLink
          to={address}
          look="primary"
          onClick={(event) => {
            event.preventDefault();
            onClose();
            afterDialogs(() => navigate(address));
          }}
        >
          {texts.added.open}
        </ButtonLink>
      </div>
    </>
  );
}
