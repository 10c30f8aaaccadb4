import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Messages by field. */
type Errors = Readonly<Record<string, string | undefined>>;

/** A form's values: the fields to send, or the errors of its controls. */
export type TypedFields<Fields> = { readonly fields: Fields } | { readonly errors: Errors };

/** Returns the number in a box; null when it is empty. */
export const numberIn = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Returns the errors that are defined; without any, the fields. */
export function typedFields<Fields>(fields: Fields, errors: Errors): TypedFields<Fields> {
  const wrong = Object.entries(errors).filter(([, message]) => message !== undefined);
  return wrong.length > 0 ? { errors: Object.fromEntries(wrong) } : { fields };
}

interface TypedForm<Values, Fields> {
  readonly initial: () => Values;
  /** Validates the controls' values. */
  readonly read: (values: Values) => TypedFields<Fields>;
  /** The server's errors. */
  readonly refusals?: Errors | undefined;
  readonly onSubmit: (fields: Fields) => void;
  /** Called on Cancel or Escape. A form without it leaves Escape and the first focus to its dialog. */
  readonly onCancel?: () => void;
}

/** Boxes with a partial number or date: they return empty text, which must not count as empty. */
const halfTyped = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.validity.badInput,
  );

/**
 * A form that validates without the contract's schemas, which would double a page's script. Focuses the first field
 * (the chosen one of a choice), then the first invalid one.
 */
export function useTypedForm<Values extends object, Fields>(props: TypedForm<Values, Fields>) {
  const { initial, read, refusals, onSubmit, onCancel } = props;
  const [values, setValues] = useState(initial);
  const [mistakes, setMistakes] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const errors: Errors = { ...refusals, ...mistakes };
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  const control = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [name]: target.value } as Partial<Values>),
  });

  const leavesFocus = onCancel === undefined;
  useEffect(() => {
    if (leavesFocus) return;
    const first = form.current?.querySelector<HTMLElement>('input:not([type=radio]), input:checked, select, textarea');
    first?.focus({ preventScroll: true });
    // Show the whole form, including its buttons.
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [leavesFocus]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const half = halfTyped(form.current);
    const numbers = half.filter(({ type }) => type === 'number').map(({ name }) => [name, 'not a number']);
    const result = read({ ...values, ...Object.fromEntries(numbers) });
    // The browser's message is in its own language: show it only where the form has none.
    const ofBrowser = Object.fromEntries(half.map(({ name, validationMessage }) => [name, validationMessage]));
    const wrong = { ...ofBrowser, ...('errors' in result && result.errors) };
    setMistakes(wrong);
    if ('fields' in result && half.length === 0) return onSubmit(result.fields);
    form.current?.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onCancel) return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return { values, change, control, errors, form: { ref: form, noValidate: true, onSubmit: submit, onKeyDown } };
}
