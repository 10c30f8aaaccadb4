import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

type Mistakes<Values> = Partial<Record<keyof Values, string>>;

interface PlayForm<Values, Fields> {
  readonly initial: () => Values;
  /** Validates the controls' values. */
  readonly read: (values: Values) => { readonly fields: Fields } | { readonly mistakes: Mistakes<Values> };
  readonly onSubmit: (fields: Fields) => void;
  /** Called on Cancel or Escape. */
  readonly onCancel: () => void;
}

/**
 * A box with a partial number or date returns empty text, which must not count as empty; returns the browser's message.
 */
const halfTyped = (form: HTMLFormElement | null) =>
  Object.fromEntries(
    [...(form?.elements ?? [])].flatMap((box) =>
      box instanceof HTMLInputElement && box.validity.badInput ? [[box.name, box.validationMessage]] : [],
    ),
  );

/** Shared logic of the session and playthrough forms. Focuses the first field, then the first invalid one. */
export function usePlayForm<Values extends object, Fields>(props: PlayForm<Values, Fields>) {
  const { initial, read, onSubmit, onCancel } = props;
  const [values, setValues] = useState(initial);
  const [mistakes, setMistakes] = useState<Mistakes<Values>>({});
  const form = useRef<HTMLFormElement>(null);
  const change = (some: Partial<Values>) => setValues((before) => ({ ...before, ...some }));
  const control = <Name extends keyof Values & string>(name: Name) => ({
    name,
    value: values[name],
    error: mistakes[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [name]: target.value } as Partial<Values>),
  });

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = read(values);
    const half = halfTyped(form.current);
    const wrong: Mistakes<Values> = { ...('mistakes' in result && result.mistakes), ...half };
    setMistakes(wrong);
    if ('fields' in result && Object.keys(half).length === 0) return onSubmit(result.fields);
    form.current?.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus();
  };
  const endByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return {
    values,
    change,
    control,
    form: { ref: form, noValidate: true, onSubmit: submit, onKeyDown: endByKey, className: 'space-y-3' },
  };
}
