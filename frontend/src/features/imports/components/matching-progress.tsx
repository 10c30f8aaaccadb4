import type { VaultImport } from '@nightshelf/contracts/imports.ts';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { importsApi } from '../api.ts';
import { importsTexts } from '../texts.ts';

const texts = importsTexts.matching;

/** Fallback polling interval if live events do not arrive. */
const pollMs = 15_000;

export function MatchingProgress({ imported }: { readonly imported: VaultImport }) {
  const { id, rows, matching, status } = imported;
  const isMatching = matching !== null;
  const dispatch = useDispatch();
  useEffect(() => {
    if (!isMatching) return undefined;
    const timer = setInterval(() => dispatch(importsApi.util.invalidateTags([{ type: 'Imports', id }])), pollMs);
    return () => clearInterval(timer);
  }, [dispatch, id, isMatching]);
  if (!matching) return null;
  const matched = Math.max(0, rows - matching.left);
  return (
    <div className="mb-5 grid gap-2">
      <progress
        aria-label={texts.label}
        value={matched}
        max={rows}
        className="h-2 w-full overflow-hidden rounded-full accent-accent"
      />
      <p role="status" className="text-sm tabular-nums">
        {texts.matched(matched, rows, matching.seconds_left)}
      </p>
      {(status === 'ready' || status === 'running') && (
        <p className="text-sm text-ink-2">{status === 'ready' ? texts.startNow : texts.follows}</p>
      )}
    </div>
  );
}
