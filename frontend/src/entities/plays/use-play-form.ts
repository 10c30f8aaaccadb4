import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

type Mistakes<Values> = Partial<Record<keyof Values, string>>;

interface PlayForm<Values, Fields> {
  readonly initial: () => Values;
  /** What the controls hold, as the call takes it, or what is wrong with it. */
  readonly read: (values: Values) => { readonly fields: Fields } | { readonly mistakes: Mistakes<Values> };
  readonly onSubmit: (fields: Fields) => void;
  /** Cancel or Escape. */
  readonly onCancel: () => void;
}

/** A box with half a number or half a date in it hands out empty text: it must not pass as left empty. In the browser's words. */
const halfTyped = (form: HTMLFormElement | null) =>
  Object.fromEntries(
    [...(form?.elements ?? [])].flatMap((box) =>
      box instanceof HTMLInputElement && box.validity.badInput ? [[box.name, box.validationMessage]] : [],
    ),
  );

/** What the forms of sessions and playthroughs have in common. The first field takes focus, then the first that is wrong. */
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
