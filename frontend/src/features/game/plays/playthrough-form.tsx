import type { GamePlatform, PlatformId, Playthrough } from '@nightshelf/contracts';
import { completions, playthroughRule } from '@nightshelf/contracts/play-rules.ts';
import { useMemo } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { platformGroups } from '../../../entities/entry-form/platform-options.ts';
import type { PlaythroughFields } from '../../../entities/plays/api.ts';
import { today } from '../../../entities/plays/days.ts';
import { usePlayForm } from '../../../entities/plays/use-play-form.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { readPlaythrough, valuesOf } from './playthrough-values.ts';
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
  const chosen = playthrough?.platform_id ?? platform;
  const groups = useMemo(() => platformGroups(platforms, chosen), [platforms, chosen]);
  const { values, control, isRefused, form } = usePlayForm({
    initial: () => valuesOf(playthrough, platform),
    read: readPlaythrough,
    busy,
    error,
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
      {isRefused && <MessageBox tone="error">{messageOf(error, texts.saveFailed)}</MessageBox>}
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
