import { useDispatch } from 'react-redux';
import { Dialog } from '../../components/ui/dialog.tsx';
import { alertRaised } from '../alerts/slice.ts';
import { type Conflict, libraryActions, type UnsavedPlay } from '../library/slice.ts';
import type { SessionWords } from '../library/sync/change.ts';
import { formatShortDay } from '../plays/days.ts';
import { SessionForm } from '../plays/session-form.tsx';
import { formatMinutes } from '../plays/texts.ts';
import { usePlayChanges } from '../plays/use-play-changes.ts';
import { conflictTexts } from './texts.ts';

const texts = conflictTexts.session;

interface SessionQuestionProps {
  readonly conflict: Conflict;
  readonly play: UnsavedPlay;
}

const inWords = ({ day, minutes, note }: SessionWords) =>
  [formatMinutes(minutes), formatShortDay(day), note].filter(Boolean).join(', ');

/** Shows a rejected session for editing. Closing it keeps the session; the next visit asks again. */
export function SessionQuestion({ conflict, play }: SessionQuestionProps) {
  const dispatch = useDispatch();
  const { entry, refusal } = conflict;
  const { session, saved, why } = play;
  const { log, change } = usePlayChanges(entry);
  const { name } = entry.game;

  const settle = () => dispatch(libraryActions.conflictSettled(conflict));
  const save = (words: SessionWords) => {
    settle();
    if (saved) change(saved, words);
    else log(entry, words);
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
      <SessionForm
        label={texts.label(name)}
        session={session}
        submitLabel={texts.save}
        playthroughs={session.playthrough_id ? [{ id: session.playthrough_id, name: texts.playthrough }] : []}
        discard={{ label: texts.discard, onClick: discard }}
        onSubmit={save}
        onCancel={later}
      />
    </Dialog>
  );
}
