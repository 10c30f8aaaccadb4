import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Options, type SelectGroup } from './select-field.tsx';

interface PillSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> {
  /** Shown on the pill. */
  readonly label: string;
  readonly groups: readonly SelectGroup[];
  readonly onChoose: (value: string) => void;
}

/** A pill that opens the browser's native list of further choices. */
export const PillSelect = ({ label, groups, onChoose, ...select }: PillSelectProps) => (
  <span className="relative inline-flex max-w-full">
    <select
      {...select}
      value=""
      onChange={({ target }) => onChoose(target.value)}
      className="min-h-11 max-w-full cursor-pointer [field-sizing:content] appearance-none rounded-full border border-line bg-surface-2 pr-8 pl-3 text-sm font-medium text-ink-2 hover:bg-surface-3 hover:text-ink-1 pointer-fine:min-h-9"
    >
      <option value="" disabled hidden>
        {label}
      </option>
      <Options groups={groups} />
    </select>
    <ChevronDown
      aria-hidden="true"
      className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
    />
  </span>
);
