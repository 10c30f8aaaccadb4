import type { ReactNode } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';

/** Columns of every grid of covers: 2 on a phone to 5 on a wide screen. */
export const gridColumns = 'grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 sm:gap-x-5 md:grid-cols-4 xl:grid-cols-5';

/** A list of game cards; each child is one `<li>`. */
export function GameGrid({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul aria-label={label} className={gridColumns}>
      {children}
    </ul>
  );
}

/** @param className classes of the grid */
export function GameGridSkeleton({ className = gridColumns }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={className}>
      {Array.from({ length: 10 }, (_, place) => `card-${place}`).map((key) => (
        <div key={key}>
          <Skeleton className="aspect-3/4 w-full" />
          <Skeleton className="mt-3 h-5 w-4/5" />
          <Skeleton className="mt-1.5 h-4 w-12" />
        </div>
      ))}
    </div>
  );
}
