import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Question } from '../../components/ui/question.tsx';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { useEntry } from '../library/use-entry.ts';
import { formatShortDay } from './days.ts';
import { SessionForm } from './session-form.tsx';
import { formatMinutes, playTexts as texts } from './texts.ts';
import type { ShownSession } from './unsent.ts';
import { UnsentMark } from './unsent-mark.tsx';
import { usePlayChanges } from './use-play-changes.ts';

interface SessionLineProps {
  readonly session: ShownSession;
  /** Shown before the text, such as a cover. */
  readonly before?: ReactNode;
  /** The game's name or the day. */
  readonly title: ReactNode;
  readonly playthroughs?: Parameters<typeof SessionForm>[0]['playthroughs'];
}

/** Shows a session with its actions; the user has to reveal a note with spoilers. */
export function SessionLine({ session, before, title, playthroughs = [] }: SessionLineProps) {
  const { id, game, day, minutes, note } = session;
  const entry = useEntry(game.guid);
  const { change, remove } = usePlayChanges(entry);
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
            change(session, words);
            setOpen(null);
          }}
        />
      </li>
    );
  }
  return (
    <li ref={line} className="group flex items-start gap-3 py-1.5" data-session={id}>
      {before}
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {title}
          <span className="text-sm text-ink-2 tabular-nums">{formatMinutes(minutes)}</span>
          <UnsentMark of={session} />
        </p>
        {note && <Note key={note} session={session} note={note} />}
      </div>
      <div className="row-actions flex shrink-0">
        <IconButton
          Icon={Pencil}
          label={texts.edit(game.name, shownDay)}
          disabled={!entry}
          onClick={() => setOpen('edit')}
        />
        <IconButton
          Icon={Trash2}
          label={texts.remove(game.name, shownDay)}
          disabled={!entry}
          onClick={() => setOpen('removal')}
        />
      </div>
      {open === 'removal' && (
        <Question
          title={texts.removal.title}
          text={texts.removal.text(game.name, minutes, shownDay)}
          confirm={texts.removal.confirm}
          onClose={() => setOpen(null)}
          onConfirm={() => {
            setOpen(null);
            remove(session);
          }}
        />
      )}
    </li>
  );
}

/**
 * Moves focus from the removed button to the revealed note. It is a constant, so that React calls the ref only once.
 */
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
