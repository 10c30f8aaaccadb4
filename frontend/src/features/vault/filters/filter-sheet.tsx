import { Ban, Eye } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { ChoicePills } from '../../../entities/entry-form/choice-pills.tsx';
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
    <Dialog title={texts.title} onClose={onClose} size="wide">
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ChoicePills
          label={texts.mode}
          name="mode"
          choices={modes}
          value={mode}
          onChange={(value) => setMode(value as Side)}
        />
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
  { value: 'only', label: texts.modes.only, Icon: Eye },
  { value: 'not', label: texts.modes.not, Icon: Ban },
] as const;

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
