import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'className' | 'children'>;
type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'children'>;

/** A single-line field; also for numbers (`type="number"` with min, max and step). */
export function TextField({ label, hint, error, optional, className, ...input }: FieldProps & InputProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => <input {...input} {...control} className={cx(controlClasses, 'h-11 px-3.5')} />}
    </Field>
  );
}

/** A field for a name or address of an account, which the browser neither capitalizes nor corrects. */
export const UsernameField = (field: ComponentProps<typeof TextField>) => (
  <TextField autoComplete="username" autoCapitalize="none" spellCheck={false} {...field} />
);

/** A field for several lines. */
export function TextArea({ label, hint, error, optional, className, ...area }: FieldProps & TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, className }}>
      {(control) => (
        <textarea
          rows={4}
          dir="auto"
          {...area}
          {...control}
          className={cx(controlClasses, 'block resize-y px-3.5 py-2.5')}
        />
      )}
    </Field>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, error, className, ...input }: FieldProps & InputProps) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field {...{ label, hint, error, className }}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={cx(controlClasses, 'h-11 pr-12 pl-3.5')}
          />
          <button
            type="button"
            aria-label={`Show ${label.toLowerCase()}`}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center text-ink-3 hover:text-ink-1"
          >
            <Icon aria-hidden="true" className="size-4.5" />
          </button>
        </div>
      )}
    </Field>
  );
}
