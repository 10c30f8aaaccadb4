import type { LucideIcon } from 'lucide-react';
import { statusLooks } from '../../../entities/status/statuses.ts';
import type { FacetIndex } from './facet-index.ts';
import { type Filters, type Side, sideOf } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Narrowed } from './narrow.ts';

export interface Chip {
  readonly kind: Kind;
  readonly id: string;
  readonly label: string;
  readonly count: number;
  readonly side: Side | null;
  readonly Icon?: LucideIcon | undefined;
  readonly tint?: string | undefined;
}

const marks: Readonly<Record<string, { readonly Icon: LucideIcon; readonly tint: string }>> = statusLooks;

/** Returns all filter chips of a kind, in order. */
export function chipsOf(kind: Kind, index: FacetIndex, { counts }: Narrowed, filters: Filters): readonly Chip[] {
  const { order, values } = index.facets[kind];
  return order.flatMap((number) => {
    const value = values[number];
    if (!value) return [];
    const { id, label } = value;
    const mark = kind === 'status' ? marks[id] : undefined;
    const count = counts[kind][number] ?? 0;
    return [{ kind, id, label, count, side: sideOf(filters, kind, id), Icon: mark?.Icon, tint: mark?.tint }];
  });
}

/** Number of chips per kind that are shown outside the filter sheet. */
const atHand: Readonly<Partial<Record<Kind, number>>> = { status: 5, platform: 5, tag: 3 };

/**
 * Returns the chips of the filter bar: the usual ones in fixed order, after other active ones, which a narrow row would
 * hide.
 */
export function chipsAtHand(index: FacetIndex, narrowed: Narrowed, filters: Filters): readonly Chip[] {
  const chips = kinds.map((kind) => chipsOf(kind, index, narrowed, filters));
  const isUsual = ({ kind }: Chip, place: number) => place < (atHand[kind] ?? 0);
  return [
    ...chips.flatMap((some) => some.filter((chip, place) => chip.side !== null && !isUsual(chip, place))),
    ...chips.flatMap((some) => some.filter(isUsual)),
  ];
}

/** Returns the number of active filter values that exist in the vault. */
export const countInUse = ({ facets }: FacetIndex, filters: Filters): number =>
  kinds.reduce((sum, kind) => {
    const { only, not } = filters[kind] ?? { only: [], not: [] };
    return sum + [...only, ...not].filter((id) => facets[kind].numberOf.has(id)).length;
  }, 0);
