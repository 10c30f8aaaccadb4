import { useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import type { WithLibrary } from '../../../entities/library/selectors.ts';
import { selectNarrowed } from '../selectors.ts';
import type { VaultView } from '../vault-view.ts';
import type { FilterProps } from './filter-bar.tsx';
import { without } from './filters.ts';
import type { Cause } from './narrow.ts';
import { filterTexts as texts } from './texts.ts';

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
