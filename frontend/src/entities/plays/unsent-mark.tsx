import { CircleAlert, CloudUpload } from 'lucide-react';
import { playTexts as texts } from './texts.ts';
import type { Unsent } from './unsent.ts';

/** Marks what the server has not stored yet. */
export function UnsentMark({ of: { waits, refused } }: { readonly of: Unsent }) {
  if (refused === undefined && !waits) return null;
  const [Icon, text, colour] =
    refused === undefined ? [CloudUpload, texts.waits, 'text-accent'] : [CircleAlert, texts.refused, 'text-danger'];
  return (
    <span className="inline-flex items-center gap-1.5 self-center text-sm text-ink-2">
      <Icon aria-hidden="true" className={`size-4 ${colour}`} />
      {text}
    </span>
  );
}
