import { entryTexts as texts } from './texts.ts';

/** A row has no room for more. */
const most = 2;

/** Shows as many of the user's tags as fit at the end of a wide row. */
export function EntryTags({ tags = [] }: { readonly tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <p
      className="order-last hidden h-6 min-w-0 flex-1 flex-wrap items-center justify-end gap-1.5 overflow-hidden text-xs text-ink-2 *:h-6 *:content-center before:h-6 lg:flex"
      title={tags.join(', ')}
    >
      <span className="sr-only">{texts.tags}</span>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} dir="auto" className="max-w-28 truncate rounded-full bg-surface-3 px-2">
          {tag}
        </span>
      ))}
      {tags.length > most && <span>+{tags.length - most}</span>}
    </p>
  );
}
