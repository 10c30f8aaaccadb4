import type { SavedView } from '@nightshelf/contracts/saved-views.ts';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { cx } from '../../../lib/cx.ts';
import { useChangeViewMutation } from './api.ts';
import { viewTexts as texts } from './texts.ts';

interface SavedViewLineProps {
  readonly view: SavedView;
  readonly isShown: boolean;
  readonly onShow: () => void;
  readonly onRemove: () => void;
}

const icon = { look: 'plain', size: 'icon' } as const;

/** Stable ref callback, so that React calls it once. */
const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

export function SavedViewLine({ view, isShown, onShow, onRemove }: SavedViewLineProps) {
  const [change, changing] = useChangeViewMutation();
  const [name, setName] = useState<string | null>(null);
  const { id, is_default } = view;

  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (!name?.trim()) return;
    change({ id, name })
      .unwrap()
      .then(
        () => setName(null),
        () => {},
      );
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
      <Button
        {...icon}
        title={texts.isDefault}
        aria-label={texts.makeDefault(view.name)}
        aria-pressed={is_default}
        onClick={() => change({ id, is_default: !is_default })}
      >
        <Star aria-hidden="true" className={cx('size-4.5', is_default && 'fill-current text-accent')} />
      </Button>
      <Button {...icon} aria-label={texts.rename(view.name)} onClick={() => setName(view.name)}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </Button>
      <Button {...icon} aria-label={texts.remove(view.name)} onClick={onRemove}>
        <Trash2 aria-hidden="true" className="size-4.5" />
      </Button>
    </li>
  );
}
