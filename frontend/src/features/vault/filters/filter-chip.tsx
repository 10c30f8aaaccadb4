import { Ban, type LucideIcon } from 'lucide-react';
import { type ComponentProps, memo } from 'react';
import { statusLooks } from '../../../entities/status/statuses.ts';
import { cx } from '../../../lib/cx.ts';
import { formatCount } from '../../../lib/format.ts';
import type { FacetIndex } from './facet-index.ts';
import { type Filters, type Side, sideOf } from './filters.ts';
import type { Kind } from './kinds.ts';
import type { Narrowed } from './narrow.ts';
import { filterTexts as texts } from './texts.ts';

// Relative, so that screen-reader-only text is clipped with its chip and does not widen the page.
export const chipClasses = cx(
  'relative inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full px-3.5 text-sm font-medium whitespace-nowrap',
  'select-none transition-colors duration-150 pointer-fine:min-h-9',
);

/** @param side side of the value; null for neither */
export type Toggle = (kind: Kind, id: string, side: Side | null) => void;

export interface Chip {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly side: Side | null;
}

/** Returns all filter chips of a kind, in order. */
export const chipsOf = (kind: Kind, { facets }: FacetIndex, { counts }: Narrowed, filters: Filters): readonly Chip[] =>
  facets[kind].values.map(({ id, label, number }) => ({
    kind,
    id,
    label,
    count: counts[number] ?? 0,
    side: sideOf(filters, kind, id),
  }));

const statusMarks: Readonly<Record<string, { readonly Icon: LucideIcon; readonly tint: string }>> = statusLooks;

const looks = {
  only: 'bg-accent text-accent-ink',
  not: 'bg-danger/14 text-ink-1',
  off: 'bg-surface-2 text-ink-1 hover:bg-surface-3',
};

/** A filter value with its number of games. Pressing a hidden value shows it again. */
export const FilterChip = memo(function FilterChip(
  props: Chip & { readonly onToggle: Toggle } & Omit<ComponentProps<'button'>, keyof Chip | 'onToggle'>,
) {
  const { kind, id, label, count, side, onToggle, ...button } = props;
  const mark = kind === 'status' ? statusMarks[id] : undefined;
  const Mark = side === 'not' ? Ban : mark?.Icon;
  return (
    <button
      {...button}
      type="button"
      data-chip={`${kind} ${id}`}
      aria-pressed={side !== null}
      onClick={() => onToggle(kind, id, side)}
      className={cx(chipClasses, looks[side ?? 'off'])}
    >
      {Mark && (
        <Mark
          aria-hidden="true"
          className={cx('size-4', side === 'not' ? 'text-danger' : side === null && mark?.tint)}
        />
      )}
      {side === 'not' && <span className="sr-only">{texts.hidden}</span>}
      <span dir="auto" className={cx('max-w-48 truncate', side === 'not' && 'line-through')}>
        {label}
      </span>
      <span className={cx('tabular-nums', side === 'only' ? 'opacity-80' : 'text-ink-2')}>
        {formatCount(count)}
        <span className="sr-only"> {texts.games(count)}</span>
      </span>
    </button>
  );
});
