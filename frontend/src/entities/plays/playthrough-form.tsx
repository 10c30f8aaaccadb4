import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { type Completion, completions, playthroughFaults, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { useMemo } from 'react';
import { SelectField } from '../../components/ui/select-field.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { numberIn, type TypedFields, typedFields, useTypedForm } from '../../lib/use-typed-form.ts';
import { hoursError, platformIn } from '../entry-form/entry-form-values.ts';
import { platformGroups } from '../entry-form/platform-options.ts';
import { type PlaythroughFields, playthroughFields } from '../library/sync/change.ts';
import { today } from './days.ts';
import { PlayForm, type PlayFormProps } from './play-form.tsx';
import { completionNames, playthroughTexts as texts } from './texts.ts';

/** The form's fields as its controls hold them; empty text means null. */
type PlaythroughValues = { readonly [Field in keyof PlaythroughFields]: string };

/** @param fields those that are known */
function valuesOf(fields: Partial<PlaythroughFields>): PlaythroughValues {
  const all = Object.entries(playthroughFields(fields as PlaythroughFields));
  return Object.fromEntries(all.map(([field, value]) => [field, String(value ?? '')])) as PlaythroughValues;
}

/** @returns the fields to send, or the errors by the rules of the contract */
function readPlaythrough(values: PlaythroughValues): TypedFields<PlaythroughFields> {
  const completion = (values.completion || null) as Completion;
  const hours = numberIn(values.hours);
  const fields: PlaythroughFields = {
    platform_id: platformIn(values.platform_id),
    copy: values.copy.trim() || null,
    started_on: values.started_on || null,
    ended_on: values.ended_on || null,
    hours,
    completion,
    // The form shows this field for dropped games only.
    dropped_at: (completion === 'dropped' && values.dropped_at.trim()) || null,
  };
  return typedFields(fields, { ended_on: playthroughFaults(fields).ended_on?.[0], hours: hoursError(hours) });
}

interface PlaythroughFormProps extends Omit<PlayFormProps, 'submitLabel'> {
  readonly playthrough?: Playthrough;
  /** The game's own platforms, offered first. */
  readonly platforms: readonly GamePlatform[];
  /** Initial platform of a new playthrough: the entry's. */
  readonly platform: PlatformId;
  readonly submitLabel?: string;
  readonly onSubmit: (fields: PlaythroughFields) => void;
}

/** Edits a playthrough. Its first field takes focus. */
export function PlaythroughForm(props: PlaythroughFormProps) {
  const { playthrough, platforms, platform, submitLabel = texts.save, onSubmit, onCancel } = props;
  const chosen = playthrough?.platform_id ?? platform;
  const groups = useMemo(() => platformGroups(platforms, chosen), [platforms, chosen]);
  const { values, control, form } = useTypedForm({
    initial: () => valuesOf(playthrough ?? { platform_id: platform }),
    read: readPlaythrough,
    onSubmit,
    onCancel,
  });
  return (
    <PlayForm {...props} submitLabel={submitLabel} form={form}>
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
    </PlayForm>
  );
}
