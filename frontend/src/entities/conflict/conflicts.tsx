import { useSelector } from 'react-redux';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { loadCode } from '../../lib/resend.ts';
import { selectConflicts } from '../library/conflicts.ts';
import type { LibraryState } from '../library/slice.ts';

// Load it on demand: its package is large and conflicts are rare.
const ConflictDialog = lazyPart(() => loadCode(() => import('./conflict-dialog.tsx')), 'ConflictDialog');

/** Asks about a conflicting edit on any page; `library` is undefined until a vault page loads it. */
export function Conflicts() {
  const conflict = useSelector(
    ({ library }: { readonly library?: LibraryState }) => library && Object.values(selectConflicts({ library }))[0],
  );
  return conflict && <ConflictDialog key={conflict.entry.id + conflict.entry.version} conflict={conflict} />;
}
