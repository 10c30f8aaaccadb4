import type { LibraryEntry } from '@nightshelf/contracts';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { Question } from '../../components/ui/question.tsx';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { selectEntry } from '../library/selectors.ts';
import { type LibraryState, libraryActions } from '../library/slice.ts';
import type { SessionWords } from '../library/sync/change.ts';
import { formatShortDay } from './days.ts';
import { SessionForm } from './session-form.tsx';
import { formatMinutes, playTexts as texts } from './texts.ts';
import type { ShownSession } from './unsent.ts';
import { UnsentMark } from './unsent-mark.tsx';
import { usePlayChanges } from './use-play-changes.ts';

interface SessionLineProps {
  readonly session: ShownSession;
  /** Before its words, such as a cover. */
  readonly before?: ReactNode;
  /** What it is called: its game, or its day. */
  readonly title: ReactNode;
  readonly playthroughs?: Parameters<typeof SessionForm>[0]['playthroughs'];
  readonly hours?: Parameters<typeof usePlayChanges>[1];
}

/** A session that was refused gives way to what is said of it now, or to nothing. */
function useOnLine(entry: LibraryEntry | undefined, session: ShownSession, hours: SessionLineProps['hours']) {
  const dispatch = useDispatch();
  const { log, change, remove } = usePlayChanges(entry, hours);
  const drop = (base: LibraryEntry, key: string) =>
    dispatch(libraryActions.conflictSettled({ entry: base, changes: {}, keys: [key] }));
  return {
    save: (words: SessionWords) => {
      if (!entry || session.refused === undefined) return change(session, words);
      drop(entry, session.refused);
      log(entry, words);
    },
    remove: () => {
      if (entry && session.refused !== undefined) drop(entry, session.refused);
      else remove(session);
    },
  };
}

/** A session: how long, what was said about it, and what can be done with it. What gives something away is veiled until asked for. */
export function SessionLine({ session, before, title, playthroughs = [], hours }: SessionLineProps) {
  const { id, game, day, minutes, note } = session;
  const entry = useSelector((state: { readonly library: LibraryState }) => selectEntry(state, game.guid));
  const changes = useOnLine(entry, session, hours);
  const [open, setOpen] = useState<'edit' | 'removal' | null>(null);
  const line = useFocusBack<HTMLLIElement>(open === 'edit');
  const shownDay = formatShortDay(day);

  if (open === 'edit') {
    return (
      <li ref={line} className="rounded-xl bg-surface-1 p-4">
        <SessionForm
          label={texts.editLabel(game.name, shownDay)}
          session={session}
          playthroughs={playthroughs}
          submitLabel={texts.save}
          onCancel={() => setOpen(null)}
          onSubmit={(words) => {
            changes.save(words);
            setOpen(null);
          }}
        />
      </li>
    );
  }
  return (
    <li ref={line} className="flex items-start gap-3 py-1.5" data-session={id}>
      {before}
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {title}
          <span className="text-sm text-ink-2 tabular-nums">{formatMinutes(minutes)}</span>
          <UnsentMark of={session} />
        </p>
        {note && <Note key={note} session={session} note={note} />}
      </div>
      <div className="flex shrink-0">
        <Button
          look="plain"
          size="icon"
          disabled={!entry}
          aria-label={texts.edit(game.name, shownDay)}
          onClick={() => setOpen('edit')}
        >
          <Pencil aria-hidden="true" className="size-4.5" />
        </Button>
        <Button
          look="plain"
          size="icon"
          disabled={!entry}
          aria-label={texts.remove(game.name, shownDay)}
          onClick={() => setOpen('removal')}
        >
          <Trash2 aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
      {open === 'removal' && (
        <Question
          title={texts.removal.title}
          text={texts.removal.text(game.name, minutes, shownDay)}
          confirm={texts.removal.confirm}
          onClose={() => setOpen(null)}
          onConfirm={() => {
            setOpen(null);
            changes.remove();
          }}
        />
      )}
    </li>
  );
}

/** Focus stays where the button was that asked for the note. The same function every time, so that it is called once. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function Note({ session: { spoiler }, note }: { readonly session: ShownSession; readonly note: string }) {
  const [asked, setAsked] = useState(false);
  if (spoiler && !asked) {
    return (
      <Button look="plain" size="small" className="-ml-3.5" onClick={() => setAsked(true)}>
        <Eye aria-hidden="true" className="size-4" />
        {texts.veiled}
      </Button>
    );
  }
  return (
    <p
      ref={asked ? takeFocus : undefined}
      tabIndex={asked ? -1 : undefined}
      dir="auto"
      className="max-w-prose text-sm [overflow-wrap:anywhere] whitespace-pre-line text-ink-2"
    >
      {note}
    </p>
  );
}
