import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { rememberDefault } from '../remembered-view.ts';
import { addressOfView, readVaultView, type VaultView } from '../vault-view.ts';
import { useRemoveViewMutation, useSavedViewsQuery, useSaveViewMutation } from './api.ts';
import { SavedViewLine } from './saved-view-line.tsx';
import { viewTexts as texts } from './texts.ts';

export interface ViewsProps {
  readonly userId: string;
  readonly view: VaultView;
  readonly onChange: (view: VaultView) => void;
}

/** Saves the current view, and opens, renames and deletes saved ones. */
export function ViewsDialog({ userId, view, onChange, onClose }: ViewsProps & { readonly onClose: () => void }) {
  const { data, isError, isLoading } = useSavedViewsQuery();
  const [save, saving] = useSaveViewMutation();
  const [remove] = useRemoveViewMutation();
  const [name, setName] = useState('');
  const [removed, setRemoved] = useState<SavedView | null>(null);
  const views = data?.views;
  const address = addressOfView(view);

  // Stored on the device, so that the next visit has it before the server responds and without a network.
  const byDefault = views?.find(({ is_default }) => is_default)?.query ?? null;
  useEffect(() => {
    if (views) rememberDefault(userId, byDefault);
  }, [views, userId, byDefault]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || saving.isLoading) return;
    save({ name, query: address })
      .unwrap()
      .then(
        () => setName(''),
        () => {},
      );
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
      {saving.isError && (
        <MessageBox tone="error" className="mb-4">
          {messageOf(saving.error, texts.saveFailed)}
        </MessageBox>
      )}
      {isLoading && <p role="status">{texts.loading}</p>}
      {isError && !views && <MessageBox tone="error">{texts.failed}</MessageBox>}
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
