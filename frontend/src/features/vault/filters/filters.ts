import type { FacetIndex } from './facet-index.ts';
import { type Kind, kinds } from './kinds.ts';

/** Choice within a kind, by value id: games need one of `only`, if any, and none of `not`. */
export interface Choice {
  readonly only: readonly string[];
  readonly not: readonly string[];
}

/** A game must match every kind with a choice. */
export type Filters = Readonly<Partial<Record<Kind, Choice>>>;

export type Side = keyof Choice;

export const noFilters: Filters = {};
const nothing: Choice = { only: [], not: [] };

/** Limits for addresses, above what users choose by hand. */
const most = { values: 30, characters: 80 };

const escaped = (id: string) => id.replace(/[%,]/g, (mark) => encodeURIComponent(mark));
const unescaped = (id: string) => id.replaceAll('%2C', ',').replaceAll('%25', '%');

function idsIn(params: URLSearchParams, name: string): readonly string[] {
  const ids = (params.get(name) ?? '').split(',').map((id) => unescaped(id).trim().toLowerCase());
  return [...new Set(ids)].filter((id) => id !== '' && id.length <= most.characters).slice(0, most.values);
}

/** Reads `?status=playing,completed&-platform=pc`. Unknown ids are kept, because only the vault knows them all. */
export function readFilters(params: URLSearchParams): Filters {
  const filters: Partial<Record<Kind, Choice>> = {};
  for (const kind of kinds) {
    const only = idsIn(params, kind);
    const not = idsIn(params, `-${kind}`).filter((id) => !only.includes(id));
    if (only.length > 0 || not.length > 0) filters[kind] = { only, not };
  }
  return filters;
}

/** Inverse of `readFilters`. */
export const writeFilters = (filters: Filters): ReadonlyArray<readonly [string, string]> =>
  kinds.flatMap((kind) => {
    const { only, not } = filters[kind] ?? nothing;
    const params = [
      [kind, only],
      [`-${kind}`, not],
    ] as const;
    return params.filter(([, ids]) => ids.length > 0).map(([name, ids]) => [name, ids.map(escaped).join(',')] as const);
  });

/** Returns the side of a value; null for neither. */
export function sideOf(filters: Filters, kind: Kind, id: string): Side | null {
  const { only, not } = filters[kind] ?? nothing;
  if (only.includes(id)) return 'only';
  return not.includes(id) ? 'not' : null;
}

/** Returns the filters with the value on that side, or on neither if it was there already. */
export function toggled(filters: Filters, kind: Kind, id: string, side: Side): Filters {
  const before = sideOf(filters, kind, id);
  const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
  const { only, not } = filters[kind] ?? nothing;
  const choice = { only: others(only), not: others(not) };
  if (before !== side) choice[side] = [...choice[side], id].slice(-most.values);
  return withChoice(filters, kind, choice);
}

/** Returns the filters without any choice of a kind. */
export const without = (filters: Filters, kind: Kind): Filters => withChoice(filters, kind, nothing);

function withChoice(filters: Filters, kind: Kind, choice: Choice): Filters {
  const { [kind]: _, ...rest } = filters;
  return choice.only.length + choice.not.length === 0 ? rest : { ...rest, [kind]: choice };
}

/** Returns the number of active filter values that exist in the vault. */
export const countInUse = ({ facets }: FacetIndex, filters: Filters): number =>
  kinds.reduce((sum, kind) => {
    const { only, not } = filters[kind] ?? nothing;
    return sum + [...only, ...not].filter((id) => facets[kind].byId.has(id)).length;
  }, 0);
