import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { cx } from '../../../lib/cx.ts';
import { addressOfView, readVaultView, rememberDefault, type VaultView } from '../vault-view.ts';
import { viewsApi } from './api.ts';
import { viewTexts as texts } from './texts.ts';

interface SavedViewLineProps {
  readonly view: SavedView;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

/** Stable ref callback, so that React calls it once. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

function SavedViewLine({ view, isShown, onShow, onRemove }: SavedViewLineProps) {
  const [change, changing] = viewsApi.useChangeViewMutation();
  const [name, setName] = useState<string | null>(null);
  const { id, is_default } = view;

  const rename = async (event: FormEvent) => {
    event.preventDefault();
    if (!name?.trim()) return;
    const { data } = await change({ id, name });
    if (data) setName(null);
  };
  if (name !== null) {
    return (
      <li className="px-2 py-1">
        <form ref={focusField} onSubmit={rename} className="flex flex-wrap items-end gap-2">
          <TextField
            label={texts.newName(view.name)}
            value={name}
            maxLength={60}
            autoComplete="off"
            dir="auto"
            error={changing.isError ? messageOf(changing.error, texts.saveFailed) : undefined}
            onChange={({ target }) => setName(target.value)}
            className="min-w-40 flex-1"
          />
          <Button type="submit" busy={changing.isLoading}>
            {texts.rewritten}
          </Button>
          <Button look="plain" onClick={() => setName(null)}>
            {texts.cancel}
          </Button>
        </form>
      </li>
    );
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        aria-label={texts.show(view.name)}
        aria-current={isShown}
        onClick={onShow}
        className={cx(
          'min-h-11 min-w-0 flex-1 truncate rounded-lg px-2 text-left hover:bg-surface-2',
          isShown && 'font-semibold text-accent',
        )}
      >
        <span dir="auto">{view.name}</span>
      </button>
      <IconButton
        Icon={Star}
        label={texts.makeDefault(view.name)}
        iconClassName={cx('size-4.5', is_default && 'fill-current text-accent')}
        title={texts.isDefault}
        aria-pressed={is_default}
        onClick={() => change({ id, is_default: !is_default })}
      />
      <IconButton Icon={Pencil} label={texts.rename(view.name)} onClick={() => setName(view.name)} />
      <IconButton Icon={Trash2} label={texts.remove(view.name)} onClick={onRemove} />
    </li>
  );
}

export interface ViewsProps {
  readonly userId: string;
  readonly view: VaultView;
  readonly onChange: (view: VaultView) => void;
}

/** Saves the current view, and opens, renames and deletes saved ones. */
export function ViewsDialog({ userId, view, onChange, onClose }: ViewsProps & { readonly onClose: () => void }) {
  const { data, isError, isLoading } = viewsApi.useSavedViewsQuery();
  const [save, saving] = viewsApi.useSaveViewMutation();
  const [remove] = viewsApi.useRemoveViewMutation();
  const [name, setName] = useState('');
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const views = data?.views;
  const address = addressOfView(view);

  // Stored on the device, so that the next visit has it before the server responds and without a network.
  const byDefault = views?.find(({ is_default }) => is_default)?.query ?? null;
  useEffect(() => {
    if (views) rememberDefault(userId, byDefault);
  }, [views, userId, byDefault]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || saving.isLoading) return;
    const { data } = await save({ name, query: address });
    if (data) setName('');
  };
  const show = ({ query }: SavedView) => {
    onChange(readVaultView(new URLSearchParams(query)));
    onClose();
  };
  const undo = ({ name, query, is_default }: SavedView) => {
    save({ name, query, is_default });
    setRemoved(null);
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form onSubmit={submit} className="mb-5 flex items-end gap-2">
        <TextField
          label={texts.name}
          value={name}
          maxLength={60}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => setName(target.value)}
          className="flex-1"
        />
        <Button type="submit" look="primary" busy={saving.isLoading}>
          {texts.save}
        </Button>
      </form>
      <Refusal error={saving.error} fallback={texts.saveFailed} />
      {isLoading && <p role="status">{texts.loading}</p>}
      {isError && !views && <MessageBox>{texts.failed}</MessageBox>}
      {views?.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      {views && views.length > 0 && (
        <ul aria-label={texts.list} className="-mx-2">
          {views.map((one) => (
            <SavedViewLine
              key={one.id}
              view={one}
              isShown={one.query === address}
              onShow={() => show(one)}
              onRemove={() => {
                setRemoved(one);
                remove(one);
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="mt-3 flex min-h-9 items-center gap-3 text-sm text-ink-2">
        {removed ? texts.removed(removed.name) : texts.hint}
        {removed && (
          <Button size="small" onClick={() => undo(removed)}>
            {texts.undo}
          </Button>
        )}
      </p>
    </Dialog>
  );
}
