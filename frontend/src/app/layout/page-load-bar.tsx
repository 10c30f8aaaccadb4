import { useSyncExternalStore } from 'react';
import { pageLoads } from '../page-loads.ts';

/** A progress bar along the top while a page's chunk loads; the previous page stays until then. */
export function PageLoadBar() {
  const loading = useSyncExternalStore(pageLoads.subscribe, pageLoads.anyLoading);
  if (!loading) return null;
  return (
    <div aria-hidden="true" className="appears-late fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/4 animate-[travel_1.1s_ease-in-out_infinite] bg-accent" />
    </div>
  );
}
