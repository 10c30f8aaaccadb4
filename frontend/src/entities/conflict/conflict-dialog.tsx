import { type FormEvent, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { alertRaised } from '../alerts/slice.ts';
import { CoverOf } from '../game/game-cover.tsx';
import type { Conflict } from '../library/conflicts.ts';
import { changedFields } from '../library/merge-changes.ts';
import { libraryActions, updateRequested } from '../library/slice.ts';
import { PartQuestion } from './part-question.tsx';
import { type EntryField, fieldOrder, readableValue } from './readable-value.ts';
import { conflictTexts as texts } from './texts.ts';

interface SideProps {
  readonly field: EntryField;
  readonly side: 'mine' | 'saved';
  readonly value: string;
}

/** One of the two values; neither is preselected, so that a hasty Enter loses nothing. */
function Side({ field, side, value }: SideProps) {
  return (
    <label className="flex min-w-0 cursor-pointer gap-2 rounded-lg border border-edge p-2.5 sm:gap-2.5 sm:p-3 transition-colors duration-150 hover:border-ink-3 has-checked:border-accent has-checked:bg-accent/10">
      <input type="radio" required name={field} value={side} className="mt-0.5 size-4.5 shrink-0 cursor-pointer" />
      <span className="min-w-0">
        <span className="block font-medium tabular-nums [overflow-wrap:anywhere]" dir="auto">
          {value}
        </span>
        <span className="block text-sm text-ink-2">{side === 'mine' ? texts.yours : texts.elsewhere}</span>
      </span>
    </label>
  );
}

/** Asks which unsaved changes to keep: field by field for an entry, or a whole session or playthrough. */
export function ConflictDialog({ conflict }: { readonly conflict: Conflict }) {
  const { part } = conflict;
  return part ? <PartQuestion key={part.key} conflict={conflict} part={part} /> : <EntryConflict conflict={conflict} />;
}

function EntryConflict({ conflict }: { readonly conflict: Conflict }) {
  const dispatch = useDispatch();
  const form = useRef<HTMLFormElement>(null);
  const { entry, changes, asking, refusal } = conflict;
  const { game } = entry;

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);

  const settle = () => dispatch(libraryActions.conflictSettled(asking.map(({ key }) => key)));
  const keepSaved = () => {
    settle();
    const action = { label: texts.undo, dispatches: libraryActions.conflictReopened(asking) };
    dispatch(alertRaised({ tone: 'notice', text: texts.keptSaved(game.name), action }));
  };

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choice = new FormData(event.currentTarget);
    const saved = fieldOrder.filter((field) => choice.get(field) === 'saved');
    const mine = { ...changes, ...Object.fromEntries(saved.map((field) => [field, entry[field]])) };
    const chosen = changedFields(entry, mine);
    if (Object.keys(chosen).length === 0) return keepSaved();
    settle();
    dispatch(updateRequested({ entry, changes: chosen }));
  };

  return (
    <Dialog
      title={refusal === undefined ? texts.title : texts.refusedTitle}
      description={refusal === undefined ? texts.explanation : texts.refused(refusal)}
      onClose={keepSaved}
    >
      <div className="mb-5 flex items-center gap-4">
        <div className="w-10 shrink-0 sm:w-14">
          <CoverOf game={game} eager className="rounded-md" />
        </div>
        <p className="line-clamp-3 min-w-0 font-medium [overflow-wrap:anywhere]" dir="auto">
          {game.name}
        </p>
      </div>
      <form ref={form} onSubmit={save} className="space-y-4 sm:space-y-5">
        {fieldOrder
          .filter((field) => field in changes)
          .map((field) => (
            <fieldset key={field}>
              <legend className="mb-1.5 text-sm font-medium">{texts.fields[field]}</legend>
              <div className="grid grid-cols-2 gap-2 sm:gap-3">
                <Side field={field} side="mine" value={readableValue(entry, field, changes[field])} />
                <Side field={field} side="saved" value={readableValue(entry, field, entry[field])} />
              </div>
            </fieldset>
          ))}
        <div className="flex gap-2 pt-1 *:flex-1">
          <Button type="submit" look="primary">
            {texts.save}
          </Button>
          <Button onClick={keepSaved}>{texts.cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
