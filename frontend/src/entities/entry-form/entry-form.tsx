import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { EntryFields, PlatformId, Status } from '@nightshelf/contracts/library-entry.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { PillSelect } from '../../components/ui/pill-select.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { useTypedForm } from '../../lib/use-typed-form.ts';
import { HourSteps } from '../entry/quick/hours-buttons.tsx';
import { Stars } from '../entry/quick/rating-stars.tsx';
import { statusOptions } from '../status/statuses.ts';
import { ChoicePills } from './choice-pills.tsx';
import { type EntryFormValues, readEntryForm, valuesOf } from './entry-form-values.ts';
import { selectOwnedPlatforms } from './owned-platforms.ts';
import { platformGroups, platformPills } from './platform-options.ts';
import { entryFormTexts as texts } from './texts.ts';

interface PlatformFieldProps {
  readonly platforms: readonly GamePlatform[];
  /** The entry's platform when the form opened. */
  readonly initial: PlatformId;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Shows likely platforms as pills and all others in a list after them. */
function PlatformField({ platforms, initial, value, error, onChange }: PlatformFieldProps) {
  const owned = useSelector(selectOwnedPlatforms);
  const groups = useMemo(() => platformGroups(platforms, initial), [platforms, initial]);
  const pills = useMemo(() => platformPills(groups, platforms, owned, value), [groups, platforms, owned, value]);
  const shown = new Set(pills.map((pill) => pill.value));
  return (
    <ChoicePills
      label={texts.platform}
      name="platform_id"
      choices={pills}
      value={value}
      error={error}
      onChange={onChange}
    >
      <PillSelect
        aria-label={texts.more}
        label={texts.moreShort}
        groups={groups.map(({ label, options }) => ({
          label,
          options: options.filter(({ value }) => !shown.has(value)),
        }))}
        onChoose={onChange}
      />
    </ChoicePills>
  );
}

interface EntryFormProps {
  readonly label: string;
  readonly initial: EntryFields;
  /** The game's own platforms, offered first. */
  readonly platforms: readonly GamePlatform[];
  readonly submitLabel: string;
  readonly children?: ReactNode;
  readonly busy?: boolean;
  /** The server's errors by field. */
  readonly refusals?: Readonly<Record<string, string>>;
  /** Reports whether any field differs from its initial value. */
  readonly onChange?: (isChanged: boolean) => void;
  readonly onSubmit: (fields: EntryFields) => void;
  /** Called on Cancel or Escape. */
  readonly onCancel: () => void;
}

/** Click controls beside a number box, where they fit. */
const besideBox = 'mt-6.5 hidden min-w-0 flex-1 @[18rem]:flex';

/** Edits status, rating, hours and platform of an entry. It focuses its first field and fits columns from 140 px up. */
export function EntryForm(props: EntryFormProps) {
  const { label, initial, platforms, submitLabel, children, busy = false } = props;
  const { refusals, onChange, onSubmit, onCancel } = props;
  const { values, change, control, errors, form } = useTypedForm({
    initial: () => valuesOf(initial),
    read: readEntryForm,
    refusals,
    onSubmit,
    onCancel,
  });

  useEffect(() => {
    const before = valuesOf(initial);
    onChange?.(Object.entries(values).some(([name, value]) => value !== before[name as keyof EntryFormValues]));
  }, [values, initial, onChange]);

  const onKeyDown = (event: KeyboardEvent) => {
    form.onKeyDown(event);
    if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
    // Submit on Enter as in other fields; some browsers open the list instead, which Space does too.
    event.preventDefault();
    form.ref.current?.requestSubmit();
  };

  return (
    <form {...form} aria-label={label} onKeyDown={onKeyDown} className="@container -scroll-mb-5 max-sm:-scroll-mt-20">
      <div className="space-y-4">
        <ChoicePills
          label={texts.status}
          name="status"
          choices={statusOptions}
          value={values.status}
          error={errors.status}
          onChange={(status) => change({ status: status as Status })}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(4rem,1fr))] items-end gap-3 @[18rem]:grid-cols-1">
          <div className="flex items-start gap-3">
            <TextField
              {...control('rating')}
              type="number"
              label={texts.rating}
              inputMode="numeric"
              min={1}
              max={10}
              step={1}
              className="flex-1 @[18rem]:max-w-27"
            />
            <Stars
              rating={Number(values.rating) || null}
              onRate={(rating) => change({ rating: rating === null ? '' : String(rating) })}
              className={besideBox}
            />
          </div>
          <div className="flex items-start gap-3">
            <TextField
              {...control('hours_played')}
              type="number"
              label={texts.hours}
              inputMode="decimal"
              min={0}
              step={0.5}
              className="flex-1 @[18rem]:max-w-27"
            />
            <HourSteps
              labelOf={texts.moreHours}
              onLog={(more) => change({ hours_played: moreThan(values.hours_played, more) })}
              className={besideBox}
              buttonClassName="h-11"
            />
          </div>
        </div>
        <PlatformField
          platforms={platforms}
          initial={initial.platform_id}
          value={values.platform_id}
          error={errors.platform_id}
          onChange={(platform_id) => change({ platform_id })}
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
      </div>
    </form>
  );
}

const moreThan = (typed: string, more: number): string =>
  String(Math.min(hoursRule.max.value, (Number(typed) || 0) + more));
