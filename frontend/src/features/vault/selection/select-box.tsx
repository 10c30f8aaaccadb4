import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type MouseEvent, useContext } from 'react';
import { cx } from '../../../lib/cx.ts';
import { SelectionContext, useIsSelected } from './selection.ts';
import { selectionTexts as texts } from './texts.ts';

interface SelectBoxProps {
  readonly entry: LibraryEntry;
  /** Returns guids in display order, for range selection with Shift. */
  readonly order: () => readonly string[];
}

/** Selects a game; visible on hover and focus, and while any game is selected. */
export function SelectBox({ entry: { guid, game }, order }: SelectBoxProps) {
  const selection = useContext(SelectionContext);
  const selected = useIsSelected(guid);
  const click = ({ shiftKey }: MouseEvent) => {
    if (shiftKey) selection.extendTo(guid, order());
    else selection.toggle(guid);
  };
  return (
    <label
      className={cx(
        'select-box size-7 items-center justify-center rounded-md bg-surface-0/92 shadow-lift',
        'pointer-coarse:size-11',
      )}
    >
      <input
        type="checkbox"
        data-quick="select"
        aria-label={texts.select(game.name)}
        checked={selected}
        onClick={click}
        // The click handler needs the modifier keys, which a change event lacks.
        onChange={() => {}}
        className="size-4.5 cursor-pointer"
      />
    </label>
  );
}
