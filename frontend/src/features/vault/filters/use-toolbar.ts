import { type KeyboardEvent, useEffect, useRef } from 'react';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
const controlsIn = (bar: HTMLElement | null) => [...(bar?.querySelectorAll<HTMLElement>('button') ?? [])];

/** Keyboard support for role="toolbar": one Tab stop; arrow keys, Home and End move along it. */
export function useToolbar() {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement>(null);

  const stopAt = (control: HTMLElement | undefined) => {
    if (!control) return;
    current.current = control;
    for (const one of controlsIn(ref.current)) one.tabIndex = one === control ? 0 : -1;
  };

  // After every render, because the buttons may have changed.
  useEffect(() => {
    const controls = controlsIn(ref.current);
    const known = current.current;
    stopAt(known && controls.includes(known) ? known : controls[0]);
  });

  return {
    ref,
    onFocus: ({ target }: { readonly target: EventTarget }) => {
      if (target instanceof HTMLElement) stopAt(target.closest('button') ?? undefined);
    },
    onKeyDown: (event: KeyboardEvent) => {
      const controls = controlsIn(ref.current);
      const at = controls.indexOf(document.activeElement as HTMLElement);
      const ends: Readonly<Record<string, number>> = { Home: 0, End: controls.length - 1 };
      const next = ends[event.key] ?? at + (steps[event.key] ?? 0);
      if (at < 0 || next === at || !controls[next]) return;
      event.preventDefault();
      controls[next].focus();
    },
  };
}
