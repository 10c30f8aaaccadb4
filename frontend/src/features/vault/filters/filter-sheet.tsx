import { Ban, Eye } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { cx } from '../../../lib/cx.ts';
import type { FacetIndex } from './facet-index.ts';
import { type Chip, chipsOf, FilterChip, type Toggle } from './filter-chip.tsx';
import { countInUse, type Filters, type Side } from './filters.ts';
import { isDecade, type Kind, kinds } from './kinds.ts';
import type { Narrowed } from './narrow.ts';
import { filterTexts as texts } from './texts.ts';

/** Further values of a kind are shown on request. */
const atFirst = 12;

interface FilterSheetProps {
  readonly index: FacetIndex;
  readonly narrowed: Narrowed;
  readonly filters: Filters;
  readonly onToggle: Toggle;
  readonly onClear: () => void;
  readonly onClose: () => void;
}

/** All filters of the vault; choices take effect immediately behind the sheet. */
export function FilterSheet({ index, narrowed, filters, onToggle, onClear, onClose }: FilterSheetProps) {
  const [mode, setMode] = useState<Side>('only');
  const toggle = useCallback<Toggle>((kind, id, side) => onToggle(kind, id, side ?? mode), [onToggle, mode]);
  return (
    <Dialog title={texts.title} onClose={onClose} wide>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ModeToggle mode={mode} onChange={setMode} />
        <p className="text-sm text-ink-2">{texts.hint}</p>
      </div>
      <div className="-mx-4 max-h-[calc(100dvh-17rem)] space-y-4 overflow-y-auto overscroll-contain px-4 py-1 sm:-mx-6 sm:px-6">
        {kinds.map((kind) => (
          <Group key={kind} kind={kind} chips={chipsOf(kind, index, narrowed, filters)} onToggle={toggle} />
        ))}
      </div>
      <div className="mt-4 flex gap-3">
        <Button className="flex-1" disabled={countInUse(index, filters) === 0} onClick={onClear}>
          {texts.clearAll}
        </Button>
        <Button look="primary" className="flex-1" onClick={onClose}>
          <span aria-live="polite">{texts.show(narrowed.shown.size)}</span>
        </Button>
      </div>
    </Dialog>
  );
}

const modes = [
  { side: 'only', Icon: Eye },
  { side: 'not', Icon: Ban },
] as const;

interface ModeToggleProps {
  readonly mode: Side;
  readonly onChange: (mode: Side) => void;
}

function ModeToggle({ mode, onChange }: ModeToggleProps) {
  return (
    <fieldset className="inline-flex gap-1 rounded-lg bg-surface-2 p-1">
      <legend className="sr-only">{texts.mode}</legend>
      {modes.map(({ side, Icon }) => (
        <button
          key={side}
          type="button"
          aria-pressed={mode === side}
          onClick={() => onChange(side)}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm font-medium transition-colors duration-150 pointer-fine:min-h-9',
            mode === side ? 'bg-surface-0 text-ink-1 ring-1 ring-edge' : 'text-ink-2 hover:text-ink-1',
          )}
        >
          <Icon aria-hidden="true" className="size-4" />
          {texts.modes[side]}
        </button>
      ))}
    </fieldset>
  );
}

interface GroupProps {
  readonly kind: Kind;
  readonly chips: readonly Chip[];
  readonly onToggle: Toggle;
}

function Group({ kind, chips, onToggle }: GroupProps) {
  const [isWhole, setWhole] = useState(false);
  const isUsual = ({ id }: Chip, place: number) => (kind === 'year' ? isDecade(id) || id === 'none' : place < atFirst);
  const usual = chips.filter((chip, place) => isUsual(chip, place) || chip.side !== null);
  // A value that all games share does not distinguish them.
  if (chips.length < 2 && chips.every(({ side }) => side === null)) return null;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold text-ink-2">{texts.kinds[kind]}</legend>
      <div className="flex flex-wrap gap-2">
        {(isWhole ? chips : usual).map((chip) => (
          <FilterChip key={chip.id} {...chip} onToggle={onToggle} />
        ))}
        {chips.length > usual.length && (
          <Button look="plain" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? texts.fewer : texts.more(chips.length)}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
