import { platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ChoicePills } from '../../../entities/entry-form/choice-pills.tsx';
import { selectOwnedPlatforms } from '../../../entities/entry-form/owned-platforms.ts';
import type { Wish } from '../suggest.ts';
import { tonightTexts as texts } from '../texts.ts';
import { minutesBounds, minutesFrom, quickMinutes } from '../wish.ts';

interface WishFormProps {
  readonly wish: Wish;
  readonly onChange: (wish: Wish) => void;
}

/** Form for the available time and the platform. Every choice takes effect immediately. */
export function WishForm({ wish, onChange }: WishFormProps) {
  const [typed, setTyped] = useState(String(wish.minutes));
  const owned = useSelector(selectOwnedPlatforms);
  const platforms = wish.platform === null || owned.includes(wish.platform) ? owned : [...owned, wish.platform];
  const choose = (minutes: number) => {
    setTyped(String(minutes));
    onChange({ ...wish, minutes });
  };
  const type = (value: string) => {
    setTyped(value);
    const minutes = minutesFrom(value);
    if (minutes !== null) onChange({ ...wish, minutes });
  };
  return (
    <search aria-label={texts.wish} className="mb-7 flex flex-wrap items-start gap-x-6 gap-y-4">
      <ChoicePills
        label={texts.time}
        name="minutes"
        choices={quickMinutes.map((minutes) => ({ value: String(minutes), label: texts.quick(minutes) }))}
        value={String(wish.minutes)}
        onChange={(value) => choose(Number(value))}
      />
      <div className="flex w-full items-start gap-4 sm:w-auto sm:gap-6">
        <TextField
          label={texts.minutes}
          type="number"
          inputMode="numeric"
          min={minutesBounds.least}
          max={minutesBounds.most}
          step={5}
          className="w-24 shrink-0"
          value={typed}
          error={minutesFrom(typed) === null ? texts.minutesNeeded : undefined}
          onChange={({ target }) => type(target.value)}
        />
        <SelectField
          label={texts.platform}
          className="flex-1 sm:w-56 sm:flex-none"
          value={wish.platform === null ? '' : String(wish.platform)}
          onChange={({ target: { value } }) => onChange({ ...wish, platform: value === '' ? null : Number(value) })}
          options={[
            { value: '', label: texts.anyPlatform },
            ...platforms.map((id) => ({ value: String(id), label: platformName(id) ?? String(id) })),
          ]}
        />
      </div>
    </search>
  );
}
