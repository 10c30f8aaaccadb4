import type { GamePlatform, PlatformId, Playthrough } from '@nightshelf/contracts';
import { completions, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { platformGroups } from '../../../entities/entry-form/platform-options.ts';
import type { PlaythroughFields } from '../../../entities/plays/api.ts';
import { today } from '../../../entities/plays/days.ts';
import { fieldMessagesOf, messageOf } from '../../../lib/api-errors.ts';
import { type PlaythroughMistakes, type PlaythroughValues, readPlaythrough, valuesOf } from './playthrough-values.ts';
import { completionNames, playsTexts as texts } from './texts.ts';

interface PlaythroughFormProps {
  readonly label: string;
  readonly playthrough?: Playthrough;
  /** The game's own, offered first. */
  readonly platforms: readonly GamePlatform[];
  /** What a new one begins with: the entry's. */
  readonly platform: PlatformId;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (fields: Required<PlaythroughFields>) => void;
  /** Cancel or Escape. */
  readonly onCancel: () => void;
}

/** One way through a game. Its first field takes focus. */
export function PlaythroughForm(props: PlaythroughFormProps) {
  const { label, playthrough, platforms, platform, busy, error, onSubmit, onCancel } = props;
  const [values, setValues] = useState(() => valuesOf(playthrough, platform));
  const [mistakes, setMistakes] = useState<PlaythroughMistakes>({});
  const form = useRef<HTMLFormElement>(null);
  const chosen = playthrough?.platform_id ?? platform;
  const groups = useMemo(() => platformGroups(platforms, chosen), [platforms, chosen]);
  const refusals = fieldMessagesOf(error);

  useEffect(() => {
    form.current?.querySelector('select')?.focus();
  }, []);

  const control = (name: keyof PlaythroughValues) => ({
    name,
    value: values[name],
    error: mistakes[name] ?? refusals[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const read = readPlaythrough(values);
    setMistakes('mistakes' in read ? read.mistakes : {});
    if ('fields' in read) return onSubmit(read.fields);
    form.current?.querySelector<HTMLElement>(`[name="${Object.keys(read.mistakes)[0]}"]`)?.focus();
  };
  const endByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={submit} onKeyDown={endByKey} className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          {...control('platform_id')}
          label={texts.platform}
          options={[{ value: '', label: texts.noPlatform }]}
          groups={groups}
        />
        <TextField
          {...control('copy')}
          label={texts.copy}
          optional
          maxLength={playthroughRule.copy}
          autoComplete="off"
          dir="auto"
        />
        <TextField {...control('started_on')} label={texts.started} optional type="date" max={today()} />
        <TextField {...control('ended_on')} label={texts.ended} optional type="date" max={today()} />
        <SelectField
          {...control('completion')}
          label={texts.completion}
          options={[
            { value: '', label: texts.goesOn },
            ...completions.map((value) => ({ value, label: completionNames[value] })),
          ]}
        />
        <TextField
          {...control('hours')}
          label={texts.hours}
          optional
          type="number"
          inputMode="decimal"
          min={0}
          step={0.5}
        />
        {values.completion === 'dropped' && (
          <TextField
            {...control('dropped_at')}
            label={texts.droppedAt}
            optional
            maxLength={playthroughRule.droppedAt}
            autoComplete="off"
            dir="auto"
            className="sm:col-span-2"
          />
        )}
      </div>
      {error !== undefined && Object.keys(refusals).length === 0 && (
        <MessageBox tone="error">{messageOf(error, texts.saveFailed)}</MessageBox>
      )}
      <div className="flex flex-wrap gap-2 pt-1">
        <Button type="submit" look="primary" size="small" busy={busy}>
          {texts.save}
        </Button>
        <Button size="small" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
