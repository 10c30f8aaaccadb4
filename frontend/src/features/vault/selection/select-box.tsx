import type { LibraryEntry } from '@nightshelf/contracts/library-entry.ts';
import { type MouseEvent, useContext } from 'react';
import { cx } from '../../../lib/cx.ts';
import { SelectionContext, useIsSelected } from './selection.ts';
import { selectionTexts as texts } from './texts.ts';

interface SelectBoxProps {
  readonly entry: LibraryEntry;
  /** Guids as they are shown: Shift selects all between. */
  readonly order: () => readonly string[];
}

/** Selects a game: there under a pointer or focus, and for as long as any is selected. */
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
        // What a click does depends on its keys, which a change does not tell.
        onChange={() => {}}
        className="size-4.5 cursor-pointer"
      />
    </label>
  );
}
