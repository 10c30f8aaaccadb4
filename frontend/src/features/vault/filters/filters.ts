import { type Kind, kinds } from './kinds.ts';

/** What is chosen of one kind: games need one of `only`, if there is any, and none of `not`. Ids of values. */
export interface Choice {
  readonly only: readonly string[];
  readonly not: readonly string[];
}

/** A game has to fit every kind that something is chosen of. */
export type Filters = Readonly<Partial<Record<Kind, Choice>>>;

export type Side = keyof Choice;

export const noFilters: Filters = {};
const nothing: Choice = { only: [], not: [] };

/** More than anybody chooses by hand; an address has no end otherwise. */
const most = { values: 30, characters: 80 };

const escaped = (id: string) => id.replace(/[%,]/g, (mark) => encodeURIComponent(mark));
const unescaped = (id: string) => id.replaceAll('%2C', ',').replaceAll('%25', '%');

function idsIn(params: URLSearchParams, name: string): readonly string[] {
  const ids = (params.get(name) ?? '').split(',').map((id) => unescaped(id).trim().toLowerCase());
  return [...new Set(ids)].filter((id) => id !== '' && id.length <= most.characters).slice(0, most.values);
}

/** Reads `?status=playing,completed&-platform=pc`. An id that means nothing is left to whoever knows the vault. */
export function readFilters(params: URLSearchParams): Filters {
  const filters: Partial<Record<Kind, Choice>> = {};
  for (const kind of kinds) {
    const only = idsIn(params, kind);
    const not = idsIn(params, `-${kind}`).filter((id) => !only.includes(id));
    if (only.length > 0 || not.length > 0) filters[kind] = { only, not };
  }
  return filters;
}

/** What `readFilters` reads. */
export const writeFilters = (filters: Filters): ReadonlyArray<readonly [string, string]> =>
  kinds.flatMap((kind) => {
    const { only, not } = filters[kind] ?? nothing;
    const said = [
      [kind, only],
      [`-${kind}`, not],
    ] as const;
    return said.filter(([, ids]) => ids.length > 0).map(([name, ids]) => [name, ids.map(escaped).join(',')] as const);
  });

/** @returns which side of its kind a value is on; null for neither */
export function sideOf(filters: Filters, kind: Kind, id: string): Side | null {
  const { only, not } = filters[kind] ?? nothing;
  if (only.includes(id)) return 'only';
  return not.includes(id) ? 'not' : null;
}

/** The filters with a value on that side, or, if it is there already, on neither. */
export function toggled(filters: Filters, kind: Kind, id: string, side: Side): Filters {
  const before = sideOf(filters, kind, id);
  const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
  const { only, not } = filters[kind] ?? nothing;
  const choice = { only: others(only), not: others(not) };
  if (before !== side) choice[side] = [...choice[side], id].slice(-most.values);
  return withChoice(filters, kind, choice);
}

/** The filters with nothing chosen of a kind. */
export const without = (filters: Filters, kind: Kind): Filters => withChoice(filters, kind, nothing);

function withChoice(filters: Filters, kind: Kind, choice: Choice): Filters {
  const { [kind]: _, ...rest } = filters;
  return choice.only.length + choice.not.length === 0 ? rest : { ...rest, [kind]: choice };
}
