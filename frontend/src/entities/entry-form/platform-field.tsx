import type { GamePlatform } from '@nightshelf/contracts/games.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { ChoicePills } from './choice-pills.tsx';
import { selectOwnedPlatforms } from './owned-platforms.ts';
import { platformGroups, platformPills } from './platform-options.ts';
import { entryFormTexts as texts } from './texts.ts';

interface PlatformFieldProps {
  /** The game's own platforms. */
  readonly platforms: readonly GamePlatform[];
  /** The entry's platform when the form opened. */
  readonly initial: PlatformId;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Shows likely platforms as pills and all others in a list after them. */
export function PlatformField({ platforms, initial, value, error, onChange }: PlatformFieldProps) {
  const owned = useSelector(selectOwnedPlatforms);
  const groups = useMemo(() => platformGroups(platforms, initial), [platforms, initial]);
  const pills = useMemo(() => platformPills(groups, platforms, owned, value), [groups, platforms, owned, value]);
  const shown = new Set(pills.map((pill) => pill.value));
  return (
    <ChoicePills
      label={texts.platform}
      name="platform_id"
      choices={pills}
      value={value}
      error={error}
      onChange={onChange}
    >
      <span className="relative inline-flex max-w-full">
        <select
          aria-label={texts.more}
          value=""
          onChange={({ target }) => onChange(target.value)}
          className="min-h-11 max-w-full cursor-pointer [field-sizing:content] appearance-none rounded-full border border-line bg-surface-2 pr-8 pl-3 text-sm font-medium text-ink-2 hover:bg-surface-3 hover:text-ink-1 pointer-fine:min-h-9"
        >
          <option value="" disabled hidden>
            {texts.moreShort}
          </option>
          {groups.map(({ label, options }) => (
            <optgroup key={label} label={label} className="bg-surface-1 text-ink-1">
              {options
                .filter((option) => !shown.has(option.value))
                .map((option) => (
                  <option key={option.value} value={option.value} className="bg-surface-1 text-ink-1">
                    {option.label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
        />
      </span>
    </ChoicePills>
  );
}
