import { useId } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { formatShortDay, today } from '../../entities/plays/days.ts';
import { dayAfter, daysBetween } from './days.ts';
import { historyPageTexts as texts } from './texts.ts';

interface DayControlsProps {
  /** Such as 2026-03-01. */
  readonly day: string;
  /** Earliest selectable day. */
  readonly first: string;
  readonly onChange: (day: string) => void;
}

/** A slider over all days, and a date field. */
export function DayControls({ day, first, onChange }: DayControlsProps) {
  const id = useId();
  const last = today();
  const choose = (given: string) => {
    if (given !== '') onChange(given < first ? first : given > last ? last : given);
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-5 gap-y-3 rounded-2xl bg-surface-1 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <label htmlFor={id} className="block text-sm font-medium">
          {texts.slider}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={daysBetween(first, last)}
          value={daysBetween(first, day)}
          aria-valuetext={formatShortDay(day)}
          onChange={({ target }) => choose(dayAfter(first, Number(target.value)))}
          className="h-11 w-full cursor-pointer accent-accent"
        />
      </div>
      <TextField
        label={texts.day}
        type="date"
        min={first}
        max={last}
        value={day}
        required
        onChange={({ target }) => choose(target.value)}
        className="w-44"
      />
      <Button disabled={day === last} onClick={() => choose(last)}>
        {texts.today}
      </Button>
    </div>
  );
}
