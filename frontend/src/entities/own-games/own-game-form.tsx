import type { OwnGame } from '@nightshelf/contracts/own-games.ts';
import { notListed, platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { X } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { DialogButtons } from '../../components/ui/dialog-buttons.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PillSelect } from '../../components/ui/pill-select.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { fieldMessagesOf, messageOf } from '../../lib/api-errors.ts';
import { useTypedForm } from '../../lib/use-typed-form.ts';
import { platformGroups } from '../entry-form/platform-options.ts';
import { CoverField } from './cover-field.tsx';
import { type OwnGameValues, readOwnGame } from './form-values.ts';
import { ownGameTexts as texts } from './texts.ts';

interface PlatformsFieldProps {
  readonly value: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (ids: readonly number[]) => void;
}

/** Chooses any number of platforms: removable chips and a list of all others. */
function PlatformsField({ value, error, onChange }: PlatformsFieldProps) {
  const id = useId();
  const options = useMemo(
    () => platformGroups([]).flatMap((group) => group.options.filter((option) => option.value !== notListed)),
    [],
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {texts.platforms} <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {value.map((platform) => (
          <button
            key={platform}
            type="button"
            aria-label={texts.removePlatform(platformName(platform) ?? '')}
            onClick={() => onChange(value.filter((other) => other !== platform))}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-ink-1 bg-surface-3 pr-2.5 pl-3 text-sm font-medium hover:bg-surface-2 pointer-fine:min-h-9"
          >
            <span className="truncate">{platformName(platform)}</span>
            <X aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          </button>
        ))}
        <PillSelect
          aria-label={texts.addPlatform}
          aria-invalid={error !== undefined}
          aria-describedby={error && `${id}-error`}
          label={texts.addPlatform}
          groups={[{ options: options.filter((option) => !value.includes(Number(option.value))) }]}
          onChoose={(platform) => onChange([...value, Number(platform)])}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface OwnGameFormProps {
  readonly guid: string;
  readonly initial: OwnGameValues;
  /** URL of the saved cover. */
  readonly cover: string | null;
  readonly submit: string;
  readonly busy: boolean;
  /** Why the server did not save it. */
  readonly fault: unknown;
  readonly children?: ReactNode;
  /** @param cover a `data:` URL; null removes it, undefined keeps it */
  readonly onSubmit: (game: OwnGame, cover: string | null | undefined) => void;
  readonly onClose: () => void;
}

export function OwnGameForm(props: OwnGameFormProps) {
  const { guid, initial, cover: saved, submit, fault, children, onSubmit, onClose } = props;
  const [cover, setCover] = useState(saved);
  const [isReading, setReading] = useState(false);
  // Saving before the image is read would silently leave it out.
  const busy = props.busy || isReading;
  const refusals = fieldMessagesOf(fault);
  const isAtField = Object.keys(refusals).some((field) => ['name', 'year', 'platform_ids', 'image'].includes(field));
  const { values, change, control, errors, form } = useTypedForm({
    initial: () => initial,
    read: readOwnGame,
    refusals,
    onSubmit: (game) => !busy && onSubmit(game, cover === saved ? undefined : cover),
  });
  return (
    <form {...form} className="grid gap-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[minmax(0,1fr)_7rem]">
        <TextField {...control('name')} label={texts.name} maxLength={500} autoComplete="off" dir="auto" />
        <TextField
          {...control('year')}
          label={texts.year}
          optional
          type="number"
          inputMode="numeric"
          min={1950}
          max={2100}
          step={1}
        />
      </div>
      <PlatformsField
        value={values.platformIds}
        error={errors.platform_ids}
        onChange={(platformIds) => change({ platformIds })}
      />
      <CoverField
        guid={guid}
        name={values.name}
        value={cover}
        refusal={errors.image}
        isReading={isReading}
        onReading={setReading}
        onChange={setCover}
      />
      {children}
      {fault !== undefined && !isAtField && <MessageBox>{messageOf(fault, texts.failed)}</MessageBox>}
      <DialogButtons submit={submit} busy={busy} onClose={onClose} />
    </form>
  );
}
