import { useDispatch } from 'react-redux';
import { Dialog } from '../../components/ui/dialog.tsx';
import { alertRaised } from '../alerts/slice.ts';
import type { Conflict } from '../library/conflicts.ts';
import { libraryActions } from '../library/slice.ts';
import { isSession, type Part, type PartChange, partOf } from '../library/sync/change.ts';
import { savedBehind } from '../library/sync/settle.ts';
import { formatShortDay } from '../plays/days.ts';
import { PlaythroughForm } from '../plays/playthrough-form.tsx';
import { SessionForm } from '../plays/session-form.tsx';
import { completionNames, formatMinutes, playthroughTexts } from '../plays/texts.ts';
import { type PartChanges, usePlayChanges, usePlaythroughChanges } from '../plays/use-play-changes.ts';
import { conflictTexts } from './texts.ts';

interface PartQuestionProps {
  readonly conflict: Conflict;
  readonly part: PartChange;
}

function summaryOf(part: Part): string {
  const facts = isSession(part)
    ? [formatMinutes(part.minutes), formatShortDay(part.day), part.note]
    : [
        part.completion ? completionNames[part.completion] : playthroughTexts.goesOn,
        part.dropped_at,
        part.copy,
        ...[part.started_on, part.ended_on].map((day) => day && formatShortDay(day)),
      ];
  return facts.filter(Boolean).join(', ');
}

/**
 * Shows a rejected session or playthrough for editing. Closing it keeps the rejected change; the next visit asks again.
 */
export function PartQuestion({ conflict: { entry, refusal, asking }, part }: PartQuestionProps) {
  const dispatch = useDispatch();
  const now = partOf<Part>(part);
  const saved = savedBehind(part);
  const why = part.asks?.why ?? 'refused';
  const sessions = usePlayChanges(entry);
  const playthroughs = usePlaythroughChanges(entry);
  const { name, platforms } = entry.game;
  const texts = isSession(now) ? conflictTexts.session : conflictTexts.playthrough;

  const settle = () => dispatch(libraryActions.conflictSettled([part.key]));
  const later = () => {
    dispatch(libraryActions.conflictPostponed(part.key));
  };
  const discard = () => {
    settle();
    const action = { label: conflictTexts.undo, dispatches: libraryActions.conflictReopened(asking) };
    dispatch(alertRaised({ tone: 'notice', text: texts.discarded(name), action }));
  };
  const form = {
    label: texts.label(name),
    submitLabel: texts.save,
    discard: { label: texts.discard, onClick: discard },
    onCancel: later,
  };
  const save = <P extends Part, Fields>({ add, change }: PartChanges<P, Fields>, fields: Fields) => {
    settle();
    if (saved) change(saved as P, fields);
    else add(entry, fields);
  };
  return (
    <Dialog title={texts.title} description={texts.explanation(refusal || texts.why[why])} onClose={later}>
      <p className="mb-4 font-medium [overflow-wrap:anywhere]" dir="auto">
        {name}
      </p>
      {saved && why === 'conflict' && (
        <p className="mb-4 rounded-lg bg-surface-2 p-3 text-sm [overflow-wrap:anywhere]">
          {texts.saved(summaryOf(saved))}
        </p>
      )}
      {isSession(now) ? (
        <SessionForm
          {...form}
          session={now}
          playthroughs={now.playthrough_id ? [{ id: now.playthrough_id, name: conflictTexts.sessionPlaythrough }] : []}
          onSubmit={(fields) => save(sessions, fields)}
        />
      ) : (
        <PlaythroughForm
          {...form}
          playthrough={now}
          platforms={platforms}
          platform={null}
          onSubmit={(fields) => save(playthroughs, fields)}
        />
      )}
    </Dialog>
  );
}
