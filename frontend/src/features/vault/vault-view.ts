import type { View } from '../../components/ui/view-toggle.tsx';
import type { EntrySort, Order } from '../../entities/entry/sort-entries.ts';
import { keepVaultView, readVaultViewOf, vaultOpensWith } from '../../lib/kept-vault-view.ts';
import { type Filters, noFilters, readFilters, writeFilters } from './filters/filters.ts';
import { vaultTexts } from './texts.ts';

/** The vault's view, stored in the address so that Back, a reload and a bookmark restore it. */
export interface VaultView {
  readonly view: View;
  readonly sort: EntrySort;
  /** Applies when sorted by date added. */
  readonly order: Order;
  /** Name of the only platform to show; null for all. Applies when sorted by console. */
  readonly console: string | null;
  readonly query: string;
  readonly filters: Filters;
}

const initialView: VaultView = {
  view: 'cards',
  sort: 'title',
  order: 'newest',
  console: null,
  query: '',
  filters: noFilters,
};

export const sorts = Object.keys(vaultTexts.sorts) as EntrySort[];

/** Longer than any name. */
export const maxQuery = 200;

/** Reads a query string; missing or invalid values get defaults. */
export function readVaultView(params: URLSearchParams): VaultView {
  const sort = params.get('sort');
  return {
    view: params.get('view') === 'list' ? 'list' : 'cards',
    sort: sorts.find((known) => known === sort) ?? initialView.sort,
    order: params.get('order') === 'oldest' ? 'oldest' : 'newest',
    console: params.get('console') || null,
    query: (params.get('q') ?? '').slice(0, maxQuery),
    filters: readFilters(params),
  };
}

/** Returns the query string of a view, without defaults. */
export function writeVaultView({ view, sort, order, console, query, filters }: VaultView): URLSearchParams {
  const params: ReadonlyArray<readonly [string, string | null]> = [
    ['q', query.trim() || null],
    ...writeFilters(filters),
    ['sort', sort === initialView.sort ? null : sort],
    ['order', sort === 'recent' && order !== initialView.order ? order : null],
    ['console', sort === 'console' ? console : null],
    ['view', view === initialView.view ? null : view],
  ];
  return new URLSearchParams(params.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Returns the query string with plain commas for readability. */
export const addressOfView = (view: VaultView): string => String(writeVaultView(view)).replaceAll('%2C', ',');

/** Returns the view that the vault opens with on this device, or null. */
export function rememberedView(userId: string): VaultView | null {
  const kept = vaultOpensWith(userId);
  return kept === null ? null : readVaultView(new URLSearchParams(kept));
}

/** Does not remember the query, which was for the moment. */
export const rememberView = (userId: string, view: VaultView): void =>
  keepVaultView({ ...readVaultViewOf(userId), view: addressOfView({ ...view, query: '' }) });

/** @param query query of the saved view that the vault opens with; null for none */
export const rememberDefault = (userId: string, query: string | null): void =>
  keepVaultView({ ...readVaultViewOf(userId), byDefault: query });
