import { entryTexts as texts } from './texts.ts';

/** A row has room for no more. */
const most = 2;

/** What the user calls an entry, at the end of its row where that is wide. */
export function EntryTags({ tags = [] }: { readonly tags?: readonly string[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <p
      className="order-last ml-auto hidden min-w-0 shrink items-center gap-1.5 text-xs text-ink-2 lg:flex"
      title={tags.join(', ')}
    >
      <span className="sr-only">{texts.tags}</span>
      {tags.slice(0, most).map((tag) => (
        <span key={tag} dir="auto" className="max-w-28 truncate rounded-full bg-surface-3 px-2 py-0.5">
          {tag}
        </span>
      ))}
      {tags.length > most && <span>+{tags.length - most}</span>}
    </p>
  );
}
