import { ListFilter, X } from 'lucide-react';
import * as Toolbar from 'radix-ui/toolbar';
import { useCallback, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import type { WithLibrary } from '../../../entities/library/selectors.ts';
import { cx } from '../../../lib/cx.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { type Arrangement, selectFacets, selectNarrowed } from '../selectors.ts';
import type { VaultView } from '../vault-view.ts';
import type { FacetIndex } from './facet-index.ts';
import { type Chip, chipClasses, chipsOf, FilterChip, type Toggle } from './filter-chip.tsx';
import { countInUse, type Filters, noFilters, toggled, without } from './filters.ts';
import { type Kind, kinds } from './kinds.ts';
import type { Cause, Narrowed } from './narrow.ts';
import { filterTexts as texts } from './texts.ts';

const loadSheet = () => import('./filter-sheet.tsx');
const FilterSheet = lazyPart(loadSheet, 'FilterSheet');

/** Number of chips per kind that are shown outside the filter sheet. */
const atHand: Readonly<Partial<Record<Kind, number>>> = { status: 5, platform: 5, tag: 3 };

/**
 * Returns the filter bar's chips: first active chips that are not among the usual ones, since a narrow row would hide
 * them, then the usual ones in fixed order.
 */
function chipsAtHand(index: FacetIndex, narrowed: Narrowed, filters: Filters): readonly Chip[] {
  const chips = kinds.map((kind) => chipsOf(kind, index, narrowed, filters));
  const isUsual = ({ kind }: Chip, place: number) => place < (atHand[kind] ?? 0);
  return [
    ...chips.flatMap((some) => some.filter((chip, place) => chip.side !== null && !isUsual(chip, place))),
    ...chips.flatMap((some) => some.filter(isUsual)),
  ];
}

interface FilterProps {
  readonly arrangement: Arrangement;
  readonly onChange: (changes: Partial<VaultView>) => void;
}

/** Chips of the usual and active filters, and a button for all filters. A scrolling row in narrow windows. */
export function FilterBar({ arrangement, onChange }: FilterProps) {
  const [isOpen, setOpen] = useState(false);
  const index = useSelector(selectFacets);
  const narrowed = useSelector((state: WithLibrary) => selectNarrowed(state, arrangement));
  const { filters } = arrangement;
  const opener = useRef<HTMLButtonElement>(null);
  const inUse = countInUse(index, filters);
  const toggle = useCallback<Toggle>(
    (kind, id, side) => onChange({ filters: toggled(filters, kind, id, side ?? 'only') }),
    [filters, onChange],
  );
  const clear = () => {
    // The focused button disappears with the filters.
    opener.current?.focus();
    onChange({ filters: noFilters });
  };
  return (
    <>
      <Toolbar.Root
        loop={false}
        aria-label={texts.bar}
        className="flex min-w-0 flex-1 items-center gap-1 sm:mb-6 sm:items-start"
      >
        <div className="-mx-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1 pr-6 [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] [scrollbar-width:none] xl:flex-wrap xl:[mask-image:none]">
          <Toolbar.Button
            ref={opener}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            onPointerEnter={loadSheet}
            className={cx(chipClasses, 'border border-edge text-ink-1 hover:border-ink-3')}
          >
            <ListFilter aria-hidden="true" className="size-4" />
            {texts.open}
            {inUse > 0 && (
              <span className="grid min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-accent-ink tabular-nums">
                {inUse}
                <span className="sr-only"> {texts.inUse}</span>
              </span>
            )}
          </Toolbar.Button>
          {chipsAtHand(index, narrowed, filters).map((chip) => (
            <Toolbar.Button key={`${chip.kind} ${chip.id}`} asChild>
              <FilterChip {...chip} onToggle={toggle} />
            </Toolbar.Button>
          ))}
        </div>
        {inUse > 0 && (
          <Toolbar.Button
            onClick={clear}
            className={cx(chipClasses, 'px-2.5 text-ink-2 hover:bg-surface-2 hover:text-ink-1 sm:mt-1')}
          >
            <X aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">{texts.clearAll}</span>
          </Toolbar.Button>
        )}
      </Toolbar.Root>
      {isOpen && (
        <FilterSheet
          index={index}
          narrowed={narrowed}
          filters={filters}
          onToggle={toggle}
          onClear={() => onChange({ filters: noFilters })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Shown without results: each filter that alone hides games, and how many. */
export function WaysOut({ arrangement, onChange }: FilterProps) {
  const { held } = useSelector((state: WithLibrary) => selectNarrowed(state, arrangement));
  const { query, console, filters } = arrangement;
  const name = (cause: Cause): string => {
    if (cause === 'query') return texts.search(query);
    return cause === 'console' ? texts.console(console ?? '') : texts.kinds[cause];
  };
  const cleared = (cause: Cause): Partial<VaultView> => {
    if (cause === 'query') return { query: '' };
    return cause === 'console' ? { console: null } : { filters: without(filters, cause) };
  };
  return [...held]
    .sort(([, a], [, b]) => b - a)
    .map(([cause, count]) => (
      <Button key={cause} className="max-w-full" onClick={() => onChange(cleared(cause))}>
        <span className="truncate">{texts.clearOne(name(cause), count)}</span>
      </Button>
    ));
}
