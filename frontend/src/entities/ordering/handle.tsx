import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { cx } from '../../lib/cx.ts';
import type { Lifted } from './lifted.ts';
import { orderingTexts as texts } from './texts.ts';

/** The listeners of `useOrdering`. */
export interface HandleActions {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>, entryId: string, place: number) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>, entryId: string, place: number) => void;
  readonly onBlur: (next: Element | null) => void;
}

interface HandleProps {
  readonly game: { readonly entry_id: string; readonly name: string };
  /** Counted from 0. */
  readonly place: number;
  readonly count: number;
  /** Set while a game is being moved. */
  readonly lifted: Lifted | null;
  readonly actions: HandleActions;
}

/** The handle that moves a row; the page also needs a `HandleHint`. */
export function Handle({ game: { entry_id, name }, place, count, lifted, actions }: HandleProps) {
  return (
    <button
      type="button"
      data-handle
      aria-label={texts.handle(name, place + 1, count)}
      aria-describedby="handle-hint"
      aria-pressed={lifted?.by === 'keys'}
      onPointerDown={(event) => actions.onPointerDown(event, entry_id, place)}
      onKeyDown={(event) => actions.onKeyDown(event, entry_id, place)}
      onBlur={({ relatedTarget }) => actions.onBlur(relatedTarget)}
      className={cx(
        'flex h-full w-11 shrink-0 touch-none items-center justify-center rounded-l-xl text-ink-3 hover:text-ink-1',
        lifted ? 'cursor-grabbing!' : 'cursor-grab!',
      )}
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Describes the keyboard controls of the handles. */
export const HandleHint = () => (
  <p id="handle-hint" hidden>
    {texts.handleHint}
  </p>
);

/** Classes of the row that is being moved. */
export const heldClasses = 'relative z-10 bg-surface-3! shadow-lift ring-2 ring-accent';
