import { minutesRule } from '@nightshelf/contracts/play-rules.ts';
import type { SessionFields } from '../library/sync/change.ts';
import { today } from './days.ts';
import { playTexts as texts } from './texts.ts';

/** The form's fields as its controls hold them. */
export interface SessionValues {
  readonly minutes: string;
  readonly day: string;
  readonly note: string;
  readonly spoiler: boolean;
  readonly playthrough_id: string;
}

type SessionMistakes = Partial<Record<keyof SessionValues, string>>;

export const valuesOf = (session?: SessionFields): SessionValues => ({
  minutes: session ? String(session.minutes) : '',
  day: session?.day ?? today(),
  note: session?.note ?? '',
  spoiler: session?.spoiler ?? false,
  playthrough_id: session?.playthrough_id ?? '',
});

/** @returns the fields to send, or the errors */
export function readSession(values: SessionValues): { fields: SessionFields } | { mistakes: SessionMistakes } {
  const minutes = values.minutes.trim() === '' ? Number.NaN : Number(values.minutes);
  const isMinutes = Number.isInteger(minutes) && minutes >= minutesRule.min.value && minutes <= minutesRule.max.value;
  if (!isMinutes || !values.day) {
    return {
      mistakes: { ...(!isMinutes && { minutes: texts.minutesNeeded }), ...(!values.day && { day: texts.dayNeeded }) },
    };
  }
  const { day, note, spoiler, playthrough_id } = values;
  const isVeiled = spoiler && note.trim() !== '';
  return {
    fields: { minutes, day, note: note.trim() || null, spoiler: isVeiled, playthrough_id: playthrough_id || null },
  };
}
