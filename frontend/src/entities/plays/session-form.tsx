import { minutesRule, mostOfNote } from '@nightshelf/contracts/play-rules.ts';
import type { Playthrough } from '@nightshelf/contracts/playthroughs.ts';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { controlClasses, Field } from '../../components/ui/field.tsx';
import { SelectField } from '../../components/ui/select-field.tsx';
import { TextField } from '../../components/ui/text-field.tsx';
import { cx } from '../../lib/cx.ts';
import { numberIn, type TypedFields, typedFields, useTypedForm } from '../../lib/use-typed-form.ts';
import type { SessionFields } from '../library/sync/change.ts';
import { today } from './days.ts';
import { PlayForm, type PlayFormProps } from './play-form.tsx';
import { playTexts as texts } from './texts.ts';

/** The form's fields as its controls hold them. */
interface SessionValues {
  readonly minutes: string;
  readonly day: string;
  readonly note: string;
  readonly spoiler: boolean;
  readonly playthrough_id: string;
}

const valuesOf = (session?: SessionFields): SessionValues => ({
  minutes: session ? String(session.minutes) : '',
  day: session?.day ?? today(),
  note: session?.note ?? '',
  spoiler: session?.spoiler ?? false,
  playthrough_id: session?.playthrough_id ?? '',
});

/** @returns the fields to send, or the errors */
function readSession(values: SessionValues): TypedFields<SessionFields> {
  const minutes = numberIn(values.minutes) ?? 0;
  const isMinutes = Number.isInteger(minutes) && minutes >= minutesRule.min.value && minutes <= minutesRule.max.value;
  const { day, spoiler, playthrough_id } = values;
  const note = values.note.trim() || null;
  return typedFields(
    { minutes, day, note, spoiler: spoiler && note !== null, playthrough_id: playthrough_id || null },
    { minutes: isMinutes ? undefined : texts.minutesNeeded, day: day ? undefined : texts.dayNeeded },
  );
}

const quick = [30, 60, 90, 120];

interface SessionFormProps extends PlayFormProps {
  readonly session?: SessionFields | undefined;
  /** The entry's playthroughs with their display names. */
  readonly playthroughs?: ReadonlyArray<Pick<Playthrough, 'id'> & { readonly name: string }>;
  readonly onSubmit: (fields: SessionFields) => void;
}

/** Edits minutes, day, note and playthrough of a session. The minutes take focus. */
export function SessionForm(props: SessionFormProps) {
  const { session, playthroughs = [], onSubmit, onCancel } = props;
  const { values, change, control, form } = useTypedForm({
    initial: () => valuesOf(session),
    read: readSession,
    onSubmit,
    onCancel,
  });
  return (
    <PlayForm {...props} form={form}>
      <div className="@container">
        <div className="grid grid-cols-2 items-start gap-3 @md:grid-cols-[minmax(0,1fr)_7rem_10rem]">
          <fieldset className="col-span-2 min-w-0 @md:col-span-1">
            <legend className="mb-1.5 text-sm font-medium">{texts.quick}</legend>
            <div className="flex gap-1.5">
              {quick.map((minutes) => (
                <button
                  key={minutes}
                  type="button"
                  aria-label={texts.quickMinutes(minutes)}
                  aria-pressed={values.minutes === String(minutes)}
                  onClick={() => change({ minutes: String(minutes) })}
                  className={cx(
                    'min-h-11 flex-1 rounded-lg px-1 text-sm font-medium tabular-nums',
                    values.minutes === String(minutes)
                      ? 'bg-accent text-accent-ink'
                      : 'bg-surface-2 text-ink-1 hover:bg-surface-3',
                  )}
                >
                  {minutes}
                </button>
              ))}
            </div>
          </fieldset>
          <TextField
            {...control('minutes')}
            label={texts.minutes}
            type="number"
            inputMode="numeric"
            min={minutesRule.min.value}
            max={minutesRule.max.value}
            step={1}
          />
          <TextField {...control('day')} label={texts.day} type="date" max={today()} />
        </div>
      </div>
      <Field label={texts.note} optional>
        {(given) => (
          <textarea
            {...given}
            rows={2}
            maxLength={mostOfNote}
            dir="auto"
            value={values.note}
            placeholder={session ? undefined : texts.notePlaceholder}
            onChange={({ target }) => change({ note: target.value })}
            className={cx(controlClasses, 'block min-h-18 px-3.5 py-2.5')}
          />
        )}
      </Field>
      {values.note.trim() !== '' && (
        <Checkbox
          label={texts.spoiler}
          checked={values.spoiler}
          onChange={({ target }) => change({ spoiler: target.checked })}
        />
      )}
      {playthroughs.length > 0 && (
        <SelectField
          {...control('playthrough_id')}
          label={texts.playthrough}
          options={[
            { value: '', label: texts.noPlaythrough },
            ...playthroughs.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </PlayForm>
  );
}
