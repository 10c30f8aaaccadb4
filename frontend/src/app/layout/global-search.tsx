import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { longestQuery } from '../../features/search/query.ts';
import { appTexts } from '../texts.ts';

const editable = 'input, textarea, select, [contenteditable], [role="dialog"] *';

/** True for Ctrl/⌘ K anywhere, and for `/` outside of fields and dialogs. */
function asksForSearch(event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') return true;
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target instanceof Element && event.target.matches(editable));
}

/** The search box of the top bar: Enter goes to the results and clears the box; blank text is ignored. */
export function GlobalSearch() {
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const focusOnShortcut = (event: KeyboardEvent) => {
      if (!asksForSearch(event)) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', focusOnShortcut);
    return () => document.removeEventListener('keydown', focusOnShortcut);
  }, []);

  const search = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (query === '') return;
    navigate(`/search?q=${encodeURIComponent(query)}`);
    setText('');
  };

  return (
    <search className="relative order-last w-full min-w-0 sm:order-none sm:w-auto sm:max-w-md sm:flex-1 lg:flex-[2]">
      <form onSubmit={search}>
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={box}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={appTexts.search}
          aria-keyshortcuts="/ Control+K Meta+K"
          placeholder={appTexts.searchPlaceholder}
          maxLength={longestQuery}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          className="peer h-11 w-full rounded-lg border border-transparent bg-surface-2 pr-12 pl-10.5 text-ink-1 placeholder:text-ink-3 hover:bg-surface-3 [&::-webkit-search-cancel-button]:hidden"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line px-1.5 text-xs text-ink-3 peer-focus:hidden sm:pointer-fine:block"
        >
          /
        </span>
      </form>
    </search>
  );
}
