import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { View } from '../../components/ui/view-toggle.tsx';
import { userTexts } from './texts.ts';

export type Sort = keyof typeof userTexts.library.sorts;

export interface LibraryView {
  readonly query: string;
  readonly sort: Sort;
  readonly view: View;
  readonly sharedOnly: boolean;
}

const plainView: LibraryView = { query: '', sort: 'recent', view: 'cards', sharedOnly: false };
/** Milliseconds after the last keystroke before the text goes to the address; browsers limit address changes. */
const settled = 300;

const isSort = (sort: string | null): sort is Sort => sort !== null && Object.hasOwn(userTexts.library.sorts, sort);

function viewIn(params: URLSearchParams): LibraryView {
  const sort = params.get('sort');
  return {
    query: params.get('q') ?? plainView.query,
    sort: isSort(sort) ? sort : plainView.sort,
    view: params.get('view') === 'list' ? 'list' : plainView.view,
    sharedOnly: params.get('shared') === 'only',
  };
}

function paramsOf({ query, sort, view, sharedOnly }: LibraryView): URLSearchParams {
  const params = new URLSearchParams();
  if (query !== '') params.set('q', query);
  if (sort !== plainView.sort) params.set('sort', sort);
  if (view !== plainView.view) params.set('view', view);
  if (sharedOnly) params.set('shared', 'only');
  return params;
}

/** Search, order, view and filter of a user's library, stored in the address so that Back and a reload restore them. */
export function useLibraryView() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const [shown, setShown] = useState(() => viewIn(params));
  const address = String(params);
  const wanted = String(paramsOf(shown));
  const typing = shown.query !== viewIn(params).query;

  useEffect(() => {
    if (wanted === address) return undefined;
    const wait = typing ? settled : 0;
    const timer = setTimeout(() => setParams(wanted, { replace: true, state }), wait);
    return () => clearTimeout(timer);
  }, [wanted, address, typing, setParams, state]);

  return {
    shown,
    change: (changes: Partial<LibraryView>) => setShown((before) => ({ ...before, ...changes })),
    clear: () => setShown(({ sort, view }) => ({ ...plainView, sort, view })),
  };
}
