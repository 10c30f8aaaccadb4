import { Checkbox } from '../../../components/ui/checkbox.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { ViewToggle } from '../../../components/ui/view-toggle.tsx';
import { userTexts } from '../texts.ts';
import type { LibraryView, Sort } from '../use-library-view.ts';

const texts = userTexts.library;
const sorts = Object.entries(texts.sorts).map(([value, label]) => ({ value, label }));

interface LibraryControlsProps {
  readonly shown: LibraryView;
  readonly sharedGames: number;
  /** Whether to offer the filter for shared games. */
  readonly hasShared: boolean;
  readonly onChange: (changes: Partial<LibraryView>) => void;
}

/** Search, order, view and, if anything is shared, the filter of a user's library. */
export function LibraryControls({ shown, sharedGames, hasShared, onChange }: LibraryControlsProps) {
  return (
    <div className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <TextField
        label={texts.search}
        type="search"
        autoComplete="off"
        maxLength={200}
        placeholder={texts.searchPlaceholder}
        value={shown.query}
        onChange={({ target }) => onChange({ query: target.value })}
        className="w-full sm:w-72"
      />
      <SelectField
        label={texts.sort}
        options={sorts}
        value={shown.sort}
        onChange={({ target }) => onChange({ sort: target.value as Sort })}
        className="min-w-40 flex-1 sm:flex-none"
      />
      <ViewToggle view={shown.view} onChange={(view) => onChange({ view })} />
      {hasShared && (
        <Checkbox
          label={texts.sharedOnly(sharedGames)}
          checked={shown.sharedOnly}
          onChange={({ target }) => onChange({ sharedOnly: target.checked })}
        />
      )}
    </div>
  );
}
