import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/cx.ts';

interface PillChoice {
  readonly value: string;
  readonly label: string;
  /** Replaces a long label. */
  readonly short?: string | undefined;
  readonly Icon?: LucideIcon;
  /** Color class of the icon. */
  readonly tint?: string;
}

/** Icons side by side; touch needs larger targets than a pointer. */
const narrow = '@max-[18rem]:grid @max-[18rem]:grid-cols-3 @max-[18rem]:pointer-fine:grid-cols-5';

interface ChoicePillsProps {
  readonly label: string;
  readonly name: string;
  readonly choices: readonly PillChoice[];
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Further choices, after the pills. */
  readonly children?: ReactNode;
}

/**
 * A visible single choice built on radio buttons, so that it is one Tab stop and arrow keys choose. In narrow columns
 * pills show only their icon, and the label names the chosen one.
 */
export function ChoicePills({ label, name, choices, value, error, onChange, children }: ChoicePillsProps) {
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <div role="radiogroup" aria-labelledby={id} aria-describedby={error && `${id}-error`} className="min-w-0">
      <div className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
        <span id={id}>{label}</span>
        {chosen?.Icon && (
          <span aria-hidden="true" className="truncate font-normal text-ink-2 @[18rem]:hidden">
            {chosen.label}
          </span>
        )}
      </div>
      <div className={cx('flex flex-wrap gap-1.5', chosen?.Icon && narrow)}>
        {choices.map(({ value: own, label: word, short, Icon, tint }) => (
          <label
            key={own}
            title={word}
            className={cx(
              'relative inline-flex min-h-11 min-w-11 max-w-full cursor-pointer items-center justify-center gap-1.5 rounded-full border border-line bg-surface-2 px-3',
              'text-sm font-medium text-ink-2 transition-colors duration-150 pointer-fine:min-h-9',
              'hover:bg-surface-3 hover:text-ink-1 has-checked:border-ink-1 has-checked:bg-surface-3 has-checked:text-ink-1',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              Icon && '@max-[18rem]:min-w-0 @max-[18rem]:px-0',
            )}
          >
            <input
              type="radio"
              name={name}
              aria-label={short && word}
              value={own}
              checked={own === value}
              onChange={() => onChange(own)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full opacity-0"
            />
            {Icon && <Icon aria-hidden="true" className={cx('size-4.5 shrink-0', tint)} />}
            <span className={cx('truncate', Icon && '@max-[18rem]:sr-only')} dir="auto">
              {short ?? word}
            </span>
          </label>
        ))}
        {children}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
