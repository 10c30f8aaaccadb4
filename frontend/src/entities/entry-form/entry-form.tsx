import type { EntryFields, GamePlatform } from '@nightshelf/contracts';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { statusOptions } from '../status/statuses.ts';
import { type EntryFormErrors, type EntryFormValues, readEntryForm, valuesOf } from './entry-form-values.ts';
import { platformGroups } from './platform-options.ts';
import { entryFormTexts as texts } from './texts.ts';

interface EntryFormProps {
  /** What the form is about, read out when it is entered. */
  readonly label: string;
  readonly initial: EntryFields;
  /** The game's own platforms, offered first. */
  readonly platforms: readonly GamePlatform[];
  readonly submitLabel: string;
  /** Further fields, after the others. */
  readonly children?: ReactNode;
  readonly busy?: boolean;
  /** By field, what the server said is wrong. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Told whether anything differs from what it was. */
  readonly onChange?: (isChanged: boolean) => void;
  readonly onSubmit: (fields: EntryFields) => void;
  /** Cancel or Escape. */
  readonly onCancel: () => void;
}

/** Status, rating, hours and platform of a vault entry. Its first field takes focus; it fits columns from 140 px up. */
export function EntryForm(props: EntryFormProps) {
  const { label, initial, platforms, submitLabel, children, busy = false } = props;
  const { refusals, onChange, onSubmit, onCancel } = props;
  const [values, setValues] = useState(() => valuesOf(initial));
  const [mistakes, setMistakes] = useState<EntryFormErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const groups = useMemo(() => platformGroups(platforms, initial.platform_id), [platforms, initial.platform_id]);
  const errors: EntryFormErrors = { ...refusals, ...mistakes };

  useEffect(() => {
    form.current?.querySelector('select')?.focus();
  }, []);

  useEffect(() => {
    const before = valuesOf(initial);
    onChange?.(Object.entries(values).some(([name, value]) => value !== before[name as keyof EntryFormValues]));
  }, [values, initial, onChange]);

  const control = (name: keyof EntryFormValues) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });

  /** A number box with half a number in it, such as '1e', hands out empty text: it must not pass as left empty. */
  const typed = (name: 'rating' | 'hours_played') => {
    const box = form.current?.elements.namedItem(name);
    return box instanceof HTMLInputElement && box.validity.badInput ? 'not a number' : values[name];
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readEntryForm({ ...values, rating: typed('rating'), hours_played: typed('hours_played') });
    setMistakes('errors' in read ? read.errors : {});
    if ('fields' in read) return onSubmit(read.fields);
    const first = Object.keys(read.errors)[0];
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const endByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLSelectElement) {
      // As in the other fields: some browsers open the list instead, which Space does too.
      event.preventDefault();
      form.current?.requestSubmit();
    }
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };

  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={submit}
      onKeyDown={endByKey}
      className="@container space-y-3"
    >
      <SelectField {...control('status')} label={texts.status} options={statusOptions} />
      <div className="grid gap-3 @[11rem]:grid-cols-2">
        <TextField
          {...control('rating')}
          label={texts.rating}
          type="number"
          inputMode="numeric"
          min={1}
          max={10}
          step={1}
        />
        <TextField
          {...control('hours_played')}
          label={texts.hours}
          type="number"
          inputMode="decimal"
          min={0}
          step={0.5}
        />
      </div>
      <SelectField
        {...control('platform_id')}
        label={texts.platform}
        options={[{ value: '', label: texts.noPlatform }]}
        groups={groups}
      />
      {children}
      <div className="flex flex-wrap gap-2 pt-1 *:flex-1">
        <Button type="submit" look="primary" size="small" busy={busy}>
          {submitLabel}
        </Button>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
