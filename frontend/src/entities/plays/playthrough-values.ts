import { hoursRule } from '@nightshelf/contracts/entry-rules.ts';
import type { PlatformId } from '@nightshelf/contracts/library-entry.ts';
import { notListed } from '@nightshelf/contracts/platforms/platform-names.ts';
import type { Completion } from '@nightshelf/contracts/play-rules.ts';
import { playthroughFaults } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import type { PlaythroughFields } from '../library/sync/change.ts';

/** The form's fields as its controls hold them; empty text stands for null. */
export interface PlaythroughValues {
  readonly platform_id: string;
  readonly copy: string;
  readonly started_on: string;
  readonly ended_on: string;
  readonly hours: string;
  readonly completion: string;
  readonly dropped_at: string;
}

type PlaythroughMistakes = Readonly<Record<string, string>>;

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export const valuesOf = (playthrough?: Playthrough, platform: PlatformId = null): PlaythroughValues => ({
  platform_id: text(playthrough ? playthrough.platform_id : platform),
  copy: text(playthrough?.copy),
  started_on: text(playthrough?.started_on),
  ended_on: text(playthrough?.ended_on),
  hours: text(playthrough?.hours),
  completion: text(playthrough?.completion),
  dropped_at: text(playthrough?.dropped_at),
});

function hoursFault(hours: number | null): string | undefined {
  const { min, max, step } = hoursRule;
  if (hours === null) return undefined;
  if (!(hours >= min.value)) return min.message;
  if (hours > max.value) return max.message;
  return Number.isInteger(hours / step.value) ? undefined : step.message;
}

/** @returns the fields to send, or the errors by the rules of the contract */
export function readPlaythrough(
  values: PlaythroughValues,
): { readonly fields: PlaythroughFields } | { readonly mistakes: PlaythroughMistakes } {
  const completion = (values.completion || null) as Completion;
  const hours = values.hours.trim() === '' ? null : Number(values.hours);
  const { platform_id: platform } = values;
  const fields: PlaythroughFields = {
    platform_id: platform === notListed ? notListed : Number(platform) || null,
    copy: values.copy.trim() || null,
    started_on: values.started_on || null,
    ended_on: values.ended_on || null,
    hours,
    completion,
    // The form shows this field for dropped games only.
    dropped_at: (completion === 'dropped' && values.dropped_at.trim()) || null,
  };
  const wrongHours = hoursFault(hours);
  const faults = Object.entries(playthroughFaults(fields)).map(([field, [first = '']]) => [field, first]);
  const mistakes = { ...Object.fromEntries(faults), ...(wrongHours && { hours: wrongHours }) };
  return Object.keys(mistakes).length > 0 ? { mistakes } : { fields };
}
