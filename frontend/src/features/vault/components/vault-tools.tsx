import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { SearchInput } from '../../../components/ui/search-input.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { ViewToggle } from '../../../components/ui/view-toggle.tsx';
import { cx } from '../../../lib/cx.ts';
import { selectConsoles } from '../selectors.ts';
import { vaultTexts as texts } from '../texts.ts';
import { maxQuery, sorts, type VaultView } from '../vault-view.ts';

const sortOptions = sorts.map((value) => ({ value, label: texts.sorts[value] }));

// A label beside its control, because one above it would double the row's height.
const inline =
  'flex items-center gap-2.5 [&>div]:flex-1 [&>label]:mb-0 [&>label]:whitespace-nowrap [&>label]:text-ink-3';

interface VaultToolsProps {
  readonly view: VaultView;
  readonly onChange: (changes: Partial<VaultView>) => void;
  /** Typing has ended, as on blur or Enter. */
  readonly onRest: () => void;
  /** Rendered beside the view toggle. */
  readonly children?: ReactNode;
}

/** Search, sort, console and view. On a phone, its parts join the rows of the parent. */
export function VaultTools({ view, onChange, onRest, children }: VaultToolsProps) {
  const consoles = useSelector(selectConsoles);
  const OrderIcon = view.order === 'newest' ? ArrowDownWideNarrow : ArrowUpNarrowWide;
  return (
    <search aria-label={texts.tools} onBlur={onRest} className="mb-3 flex flex-wrap items-center gap-3 max-sm:contents">
      <SearchInput
        aria-label={texts.search}
        placeholder={texts.searchHint}
        value={view.query}
        maxLength={maxQuery}
        enterKeyHint="search"
        onChange={({ target }) => onChange({ query: target.value })}
        onKeyDown={({ key }) => key === 'Enter' && onRest()}
        className="min-w-0 max-sm:grow max-sm:basis-[calc(100%-9rem)] sm:min-w-56 sm:flex-2"
      />
      <SelectField
        label={texts.sortBy}
        value={view.sort}
        options={sortOptions}
        onChoose={(sort) => onChange({ sort })}
        className={cx(inline, 'max-sm:w-32 max-sm:[&>label]:sr-only sm:max-w-64 sm:min-w-44 sm:flex-1')}
      />
      {view.sort === 'recent' && (
        <Button
          className="max-sm:order-last"
          onClick={() => onChange({ order: view.order === 'newest' ? 'oldest' : 'newest' })}
        >
          <OrderIcon aria-hidden="true" className="size-4.5" />
          {texts.orders[view.order]}
        </Button>
      )}
      {view.sort === 'console' && (
        <SelectField
          label={texts.console}
          value={view.console !== null && consoles.includes(view.console) ? view.console : ''}
          options={[{ value: '', label: texts.allConsoles }, ...consoles.map((name) => ({ value: name, label: name }))]}
          onChoose={(name) => onChange({ console: name || null })}
          className={cx(inline, 'w-full max-sm:order-last sm:w-auto sm:max-w-72')}
        />
      )}
      <div className="ml-auto flex items-center gap-3 max-sm:ml-0 max-sm:gap-2">
        {children}
        <ViewToggle view={view.view} onChange={(shape) => onChange({ view: shape })} />
      </div>
    </search>
  );
}
