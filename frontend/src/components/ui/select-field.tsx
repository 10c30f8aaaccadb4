import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface SelectGroup {
  readonly label: string;
  readonly options: readonly SelectOption[];
}

interface SelectFieldProps extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'children'> {
  readonly options: readonly SelectOption[];
  /** Further options under headings, after the others. */
  readonly groups?: readonly SelectGroup[];
}

const optionsOf = (options: readonly SelectOption[]) =>
  options.map(({ value, label }) => (
    <option key={value} value={value} className="bg-surface-1 text-ink-1">
      {label}
    </option>
  ));

/** A single choice with the browser's native select, which works on every phone and needs no script. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  options,
  groups = [],
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={cx(controlClasses, 'h-11 appearance-none pr-10 pl-3.5')}>
            {optionsOf(options)}
            {groups.map((group) => (
              <optgroup key={group.label} label={group.label} className="bg-surface-1 text-ink-1">
                {optionsOf(group.options)}
              </optgroup>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3"
          />
        </div>
      )}
    </Field>
  );
}
