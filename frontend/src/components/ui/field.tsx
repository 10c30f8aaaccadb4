import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/cx.ts';

export const controlClasses = cx(
  'w-full rounded-lg border border-edge bg-surface-1 text-ink-1 placeholder:text-ink-3',
  'transition-colors duration-150 hover:border-ink-3 aria-invalid:border-danger disabled:opacity-60',
);

/** Props that connect a control with its label, hint and error for screen readers. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Adds a note beside the label that the field may stay empty. */
  readonly optional?: boolean;
  readonly className?: string;
}

/** Label, control, hint and error of one field, connected for assistive technology. */
export function Field(props: FieldProps & { readonly children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, optional = false, className, children } = props;
  const id = useId();
  const describedBy = cx(hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`);
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-balance text-ink-1">
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': describedBy || undefined })}
      {hint !== undefined && (
        <div id={`${id}-hint`} className="mt-1.5 text-sm text-ink-3">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
