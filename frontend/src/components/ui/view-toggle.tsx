import { LayoutGrid, List } from 'lucide-react';
import { cx } from '../../lib/cx.ts';

export type View = 'cards' | 'list';

const views = [
  { value: 'cards', label: 'Cards', Icon: LayoutGrid },
  { value: 'list', label: 'List', Icon: List },
] as const;

/** Classes of a row of alternatives, and of each of them. */
export const segmentsClasses = 'inline-flex gap-1 rounded-lg bg-surface-2 p-1';
export const segmentClasses = (isChosen: boolean): string =>
  cx(
    'inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium transition-colors duration-150 pointer-fine:min-h-9',
    isChosen ? 'bg-surface-0 text-ink-1 ring-1 ring-edge' : 'text-ink-2 hover:text-ink-1',
  );

interface ViewToggleProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** Switches between cards and list. */
export function ViewToggle({ view, onChange }: ViewToggleProps) {
  return (
    <fieldset className={segmentsClasses}>
      <legend className="sr-only">View</legend>
      {views.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={view === value}
          onClick={() => onChange(value)}
          className={segmentClasses(view === value)}
        >
          <Icon aria-hidden="true" className="size-4" />
          <span className="max-sm:sr-only">{label}</span>
        </button>
      ))}
    </fieldset>
  );
}
