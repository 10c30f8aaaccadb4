import { notListed, platformName } from '@nightshelf/contracts/platforms/platform-names.ts';
import { ChevronDown, X } from 'lucide-react';
import { useId, useMemo } from 'react';
import { platformGroups } from '../entry-form/platform-options.ts';
import { ownGameTexts as texts } from './texts.ts';

interface PlatformsFieldProps {
  readonly value: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (ids: readonly number[]) => void;
}

/** Chooses any number of platforms: removable chips and a list of all others. */
export function PlatformsField({ value, error, onChange }: PlatformsFieldProps) {
  const id = useId();
  const options = useMemo(
    () => platformGroups([]).flatMap((group) => group.options.filter((option) => option.value !== notListed)),
    [],
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">
        {texts.platforms} <span className="font-normal text-ink-3">(optional)</span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {value.map((platform) => (
          <button
            key={platform}
            type="button"
            aria-label={texts.removePlatform(platformName(platform) ?? '')}
            onClick={() => onChange(value.filter((other) => other !== platform))}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full border border-ink-1 bg-surface-3 pr-2.5 pl-3 text-sm font-medium hover:bg-surface-2 pointer-fine:min-h-9"
          >
            <span className="truncate">{platformName(platform)}</span>
            <X aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          </button>
        ))}
        <span className="relative inline-flex max-w-full">
          <select
            aria-label={texts.addPlatform}
            aria-invalid={error !== undefined}
            aria-describedby={error && `${id}-error`}
            value=""
            onChange={({ target }) => onChange([...value, Number(target.value)])}
            className="min-h-11 max-w-full cursor-pointer [field-sizing:content] appearance-none rounded-full border border-line bg-surface-2 pr-8 pl-3 text-sm font-medium text-ink-2 hover:bg-surface-3 hover:text-ink-1 pointer-fine:min-h-9"
          >
            <option value="" disabled hidden>
              {texts.addPlatform}
            </option>
            {options
              .filter((option) => !value.includes(Number(option.value)))
              .map((option) => (
                <option key={option.value} value={option.value} className="bg-surface-1 text-ink-1">
                  {option.label}
                </option>
              ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
          />
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
