import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { completions, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { useMemo } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { platformGroups } from '../entry-form/platform-options.ts';
import type { PlaythroughFields } from '../library/sync/change.ts';
import { today } from './days.ts';
import { readPlaythrough, valuesOf } from './playthrough-values.ts';
import { completionNames, playthroughTexts as texts } from './texts.ts';
import { usePlayForm } from './use-play-form.ts';

interface PlaythroughFormProps {
  readonly label: string;
  readonly playthrough?: Playthrough;
  /** The game's own platforms, offered first. */
  readonly platforms: readonly GamePlatform[];
  /** Initial platform of a new playthrough: the entry's. */
  readonly platform: PlatformId;
  /** `Save` when omitted. */
  readonly submitLabel?: string;
  readonly onSubmit: (fields: PlaythroughFields) => void;
  /** Called on Cancel or Escape. */
  readonly onCancel: () => void;
  /** Replaces the Cancel button. */
  readonly discard?: { readonly label: string; readonly onClick: () => void };
}

/** Edits a playthrough. Its first field takes focus. */
export function PlaythroughForm(props: PlaythroughFormProps) {
  const { label, playthrough, platforms, platform, submitLabel = texts.save, onSubmit, onCancel, discard } = props;
  const chosen = playthrough?.platform_id ?? platform;
  const groups = useMemo(() => platformGroups(platforms, chosen), [platforms, chosen]);
  const { values, control, form } = usePlayForm({
    initial: () => valuesOf(playthrough, platform),
    read: readPlaythrough,
    onSubmit,
    onCancel,
  });
  return (
    <form {...form} aria-label={label}>
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
      <div className="flex flex-wrap gap-2 pt-1">
        <Button type="submit" look="primary" size="small">
          {submitLabel}
        </Button>
        <Button size="small" onClick={discard?.onClick ?? onCancel}>
          {discard?.label ?? texts.cancel}
        </Button>
      </div>
    </form>
  );
}
