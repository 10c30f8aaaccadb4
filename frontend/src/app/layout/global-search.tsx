import { Search } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { longestQuery } from '../../features/search/query.ts';
import { cx } from '../../lib/cx.ts';
import { appTexts } from '../texts.ts';
import { later } from './later.ts';
import type { Popup, Suggesting } from './suggestions.tsx';

// Search works without it.
const Suggestions = later(() => import('./suggestions.tsx').then(({ Suggestions }) => Suggestions));

const onPhone =
  'max-sm:ml-auto max-sm:w-11 max-sm:shrink-0 max-sm:focus-within:absolute max-sm:focus-within:inset-x-4 max-sm:focus-within:z-10 max-sm:focus-within:w-auto';
const atRestOnPhone =
  'max-sm:not-focus:bg-transparent max-sm:not-focus:px-0 max-sm:not-focus:text-transparent max-sm:not-focus:placeholder:text-transparent';

/**
 * The search box of the top bar: Enter opens the results and clears the box, except for blank text. Suggestions load on
 * first focus. On a phone it is an icon that expands over the bar.
 */
export function GlobalSearch() {
  const [text, setText] = useState('');
  /** Null until the first focus. */
  const [hasFocus, setFocus] = useState<boolean | null>(null);
  const [popup, setPopup] = useState<Popup>({ 'aria-expanded': false });
  const [searched, setSearched] = useState<readonly string[]>([]);
  const suggesting = useRef<Suggesting>(null);
  const navigate = useNavigate();

  const go = (address: string) => {
    navigate(address);
    setText('');
  };
  const search = (given: string) => {
    const query = given.trim();
    if (!query) return;
    setSearched([query]);
    go(`/search?q=${encodeURIComponent(query)}`);
  };

  return (
    <search className={cx('relative min-w-0 sm:max-w-md sm:flex-[3]', onPhone)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-3 max-sm:text-ink-2"
        />
        <input
          type="search"
          // biome-ignore lint/a11y/useAriaPropsForRole: the list says them of itself
          role="combobox"
          aria-autocomplete="list"
          {...popup}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={appTexts.search}
          aria-keyshortcuts="/"
          placeholder={appTexts.searchPlaceholder}
          maxLength={longestQuery}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onKeyDown={(event) => {
            if (!suggesting.current?.press(event) && event.key === 'Escape') event.currentTarget.blur();
          }}
          className={cx(
            'peer h-11 w-full rounded-lg border border-transparent bg-surface-2 pr-3 pl-10.5 md:pr-12 text-ink-1 placeholder:text-ink-3 hover:bg-surface-3 [&::-webkit-search-cancel-button]:hidden',
            atRestOnPhone,
          )}
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line px-1.5 text-xs text-ink-3 peer-focus:hidden md:pointer-fine:block"
        >
          /
        </span>
      </form>
      {hasFocus !== null && (
        <Suspense>
          <Suggestions
            ref={suggesting}
            text={text}
            searched={searched}
            isWanted={hasFocus}
            onPopup={setPopup}
            onGo={go}
            onSearch={search}
          />
        </Suspense>
      )}
    </search>
  );
}
