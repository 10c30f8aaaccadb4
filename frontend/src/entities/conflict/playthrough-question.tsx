import { useDispatch } from 'react-redux';
import { Dialog } from '../../components/ui/dialog.tsx';
import { alertRaised } from '../alerts/slice.ts';
import { type Conflict, libraryActions, type UnsavedPlaythrough } from '../library/slice.ts';
import type { PlaythroughWords } from '../library/sync/change.ts';
import { formatShortDay } from '../plays/days.ts';
import { PlaythroughForm } from '../plays/playthrough-form.tsx';
import { completionNames, playthroughTexts } from '../plays/texts.ts';
import { usePlaythroughChanges } from '../plays/use-playthrough-changes.ts';
import { conflictTexts } from './texts.ts';

const texts = conflictTexts.playthrough;

interface PlaythroughQuestionProps {
  readonly conflict: Conflict;
  readonly asked: UnsavedPlaythrough;
}

const dayOf = (day: string | null) => day && formatShortDay(day);

const inWords = ({ completion, copy, started_on, ended_on, dropped_at }: PlaythroughWords) =>
  [
    completion ? completionNames[completion] : playthroughTexts.goesOn,
    dropped_at,
    copy,
    dayOf(started_on),
    dayOf(ended_on),
  ]
    .filter(Boolean)
    .join(', ');

/** Shows a rejected playthrough for editing. Closing it keeps the playthrough; the next visit asks again. */
export function PlaythroughQuestion({ conflict, asked }: PlaythroughQuestionProps) {
  const dispatch = useDispatch();
  const { entry, refusal } = conflict;
  const { playthrough, saved, why } = asked;
  const { add, change } = usePlaythroughChanges(entry);
  const { name, platforms } = entry.game;

  const settle = () => dispatch(libraryActions.conflictSettled(conflict));
  const save = (words: PlaythroughWords) => {
    settle();
    if (saved) change(saved, words);
    else add(words);
  };
  const later = () => {
    dispatch(libraryActions.conflictSettled({ ...conflict, keys: [] }));
  };
  const discard = () => {
    settle();
    const action = { label: conflictTexts.undo, dispatches: libraryActions.conflictFound(conflict) };
    dispatch(alertRaised({ tone: 'notice', text: texts.discarded(name), action }));
  };
  return (
    <Dialog title={texts.title} description={texts.explanation(refusal || texts.why[why])} onClose={later}>
      <p className="mb-4 font-medium [overflow-wrap:anywhere]" dir="auto">
        {name}
      </p>
      {saved && why === 'conflict' && (
        <p className="mb-4 rounded-lg bg-surface-2 p-3 text-sm [overflow-wrap:anywhere]">
          {texts.saved(inWords(saved))}
        </p>
      )}
      <PlaythroughForm
        label={texts.label(name)}
        playthrough={playthrough}
        platforms={platforms}
        platform={null}
        submitLabel={texts.save}
        discard={{ label: texts.discard, onClick: discard }}
        onSubmit={save}
        onCancel={later}
      />
    </Dialog>
  );
}
