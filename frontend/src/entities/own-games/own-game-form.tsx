import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { DialogButtons } from '../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { CoverField } from './cover-field.tsx';
import { type OwnGameErrors, type OwnGameValues, readOwnGame } from './form-values.ts';
import { PlatformsField } from './platforms-field.tsx';
import { ownGameTexts as texts } from './texts.ts';

interface OwnGameFormProps {
  readonly guid: string;
  readonly initial: OwnGameValues;
  /** URL of the saved cover. */
  readonly cover: string | null;
  readonly submit: string;
  readonly busy: boolean;
  /** Why the server did not save it. */
  readonly fault: unknown;
  /** Further fields, after the others. */
  readonly children?: ReactNode;
  /** @param cover a `data:` URL; null removes it, undefined keeps it */
  readonly onSubmit: (game: OwnGame, cover: string | null | undefined) => void;
  readonly onClose: () => void;
}

export function OwnGameForm(props: OwnGameFormProps) {
  const { guid, initial, cover: saved, submit, busy, fault, children, onSubmit, onClose } = props;
  const [values, setValues] = useState(initial);
  const [cover, setCover] = useState(saved);
  const [mistakes, setMistakes] = useState<OwnGameErrors>({});
  const form = useRef<HTMLFormElement>(null);
  const refusals = fieldMessagesOf(fault);
  const errors: Readonly<Record<string, string | undefined>> = { ...refusals, ...mistakes };
  const set = (change: Partial<OwnGameValues>) => setValues((before) => ({ ...before, ...change }));
  const isAtField = Object.keys(refusals).some((field) => ['name', 'year', 'platform_ids', 'image'].includes(field));

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    // A number field with a partial number such as '1e' returns empty text.
    const year = form.current?.elements.namedItem('year');
    const isHalf = year instanceof HTMLInputElement && year.validity.badInput;
    const read = readOwnGame(isHalf ? { ...values, year: '?' } : values);
    setMistakes('errors' in read ? read.errors : {});
    if ('game' in read) return onSubmit(read.game, cover === saved ? undefined : cover);
    form.current?.querySelector<HTMLElement>(`[name="${Object.keys(read.errors)[0]}"]`)?.focus();
  };
  return (
    <form ref={form} noValidate onSubmit={send} className="grid gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField
          label={texts.name}
          name="name"
          error={errors.name}
          value={values.name}
          maxLength={500}
          autoComplete="off"
          dir="auto"
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label={texts.year}
          name="year"
          optional
          error={errors.year}
          type="number"
          inputMode="numeric"
          min={1950}
          max={2100}
          step={1}
          value={values.year}
          onChange={({ target }) => set({ year: target.value })}
        />
      </div>
      <PlatformsField
        value={values.platformIds}
        error={errors.platform_ids}
        onChange={(platformIds) => set({ platformIds })}
      />
      <CoverField guid={guid} name={values.name} value={cover} refusal={errors.image} onChange={setCover} />
      {children}
      {fault !== undefined && !isAtField && <MessageBox>{messageOf(fault, texts.failed)}</MessageBox>}
      <DialogButtons submit={submit} busy={busy} onClose={onClose} />
    </form>
  );
}
