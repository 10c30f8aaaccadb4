import { Suspense } from 'react';
import { useSelector } from 'react-redux';
import { lazyPart } from '../../lib/lazy-part.tsx';
import type { LibraryState } from '../library/slice.ts';
import { loadConflictDialog } from './load-conflict-dialog.ts';

const ConflictDialog = lazyPart(() => loadConflictDialog().then(({ ConflictDialog }) => ({ default: ConflictDialog })));

/** Asks about a conflicting edit on any page; `library` is undefined until a vault page loads it. */
export function Conflicts() {
  const conflict = useSelector(
    ({ library }: { readonly library?: LibraryState }) => library && Object.values(library.conflicts)[0],
  );
  return (
    <Suspense>
      {conflict && <ConflictDialog key={conflict.entry.id + conflict.entry.version} conflict={conflict} />}
    </Suspense>
  );
}
