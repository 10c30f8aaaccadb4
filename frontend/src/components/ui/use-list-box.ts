import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ListBox {
  /** Unique keys of the options, in order. */
  readonly keys: readonly string[];
  readonly isOpen: boolean;
  /** Whether Enter chooses the first option when none is active; otherwise the list then ignores Enter. */
  readonly startsAtFirst?: boolean;
  readonly onChoose: (place: number) => void;
}

const steps: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => (place + 1) % count,
  // Without an active option, go to the last.
  ArrowUp: (place, count) => (Math.max(place, 0) + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * The list of a combobox (ARIA 1.2): focus stays in the box, which references the active option by its id. The option
 * is tracked by its key, so that late options do not replace it.
 */
export function useListBox({ keys, isOpen, startsAtFirst = false, onChoose }: ListBox) {
  const id = useId();
  const [key, setKey] = useState<string | null>(null);
  const found = key === null ? -1 : keys.indexOf(key);
  const place = found < 0 && startsAtFirst && keys.length > 0 ? 0 : found;
  const idOf = (at: number) => `${id}-${at}`;
  const active = isOpen && place >= 0 ? idOf(place) : undefined;

  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  /** @returns whether the list handled the key */
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen || keys.length === 0 || event.nativeEvent.isComposing) return false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
    if (event.key === 'Enter' && place >= 0) onChoose(place);
    // Home and End move within the text until an option is active.
    else if (steps[event.key] && (event.key.startsWith('Arrow') || found >= 0))
      setKey(keys[steps[event.key]?.(place, keys.length) ?? 0] ?? null);
    else return false;
    event.preventDefault();
    return true;
  };

  return { id, active, place, idOf, press, forget: () => setKey(null) };
}
