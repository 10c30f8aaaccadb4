import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
}

export interface SelectGroup {
  /** Undefined for options without a heading. */
  readonly label?: string;
  readonly options: readonly SelectOption[];
}

interface SelectFieldProps<Value extends string>
  extends FieldProps,
    Omit<ComponentProps<'select'>, 'className' | 'children'> {
  readonly options: readonly SelectOption<Value>[];
  /** Further options under headings, after the others. */
  readonly groups?: readonly SelectGroup[];
  readonly onChoose?: (value: Value) => void;
}

/** The options of a select, in groups. */
export const Options = ({ groups }: { readonly groups: readonly SelectGroup[] }) =>
  groups.map(({ label, options }) => {
    const list = options.map((option) => (
      <option key={option.value} value={option.value} className="bg-surface-1 text-ink-1">
        {option.label}
      </option>
    ));
    if (label === undefined) return list;
    return (
      <optgroup key={label} label={label} className="bg-surface-1 text-ink-1">
        {list}
      </optgroup>
    );
  });

/** A single choice with the browser's native select, which works on every phone and needs no script. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  optional,
  className,
  options,
  groups = [],
  onChoose,
  ...select
}: SelectFieldProps<Value>) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...(onChoose && { onChange: ({ target }) => onChoose(target.value as Value) })}
            {...select}
            {...control}
            className={cx(controlClasses, 'h-11 appearance-none pr-10 pl-3.5')}
          >
            <Options groups={[{ options }, ...groups]} />
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
