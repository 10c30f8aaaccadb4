import type { PlaySession } from '@nightshelf/contracts';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { Question } from '../../components/ui/question.tsx';
import { messageOf } from '../../lib/api-errors.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { alertRaised } from '../alerts/slice.ts';
import { useChangeSessionMutation, useRemoveSessionMutation } from './api.ts';
import { formatShortDay } from './days.ts';
import { SessionForm } from './session-form.tsx';
import { formatMinutes, playTexts as texts } from './texts.ts';

interface SessionLineProps {
  readonly session: PlaySession;
  /** Before its words, such as a cover. */
  readonly before?: ReactNode;
  /** What it is called: its game, or its day. */
  readonly title: ReactNode;
  readonly playthroughs?: Parameters<typeof SessionForm>[0]['playthroughs'];
}

/** A session: how long, what was said about it, and what can be done with it. What gives something away is veiled until asked for. */
export function SessionLine({ session, before, title, playthroughs = [] }: SessionLineProps) {
  const { id, version, game, day, minutes, note } = session;
  const dispatch = useDispatch();
  const [change, changing] = useChangeSessionMutation();
  const [remove, removing] = useRemoveSessionMutation();
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
          busy={changing.isLoading}
          error={changing.error}
          onCancel={() => setOpen(null)}
          onSubmit={(fields) => {
            change({ id, ...fields, if_version: version })
              .unwrap()
              .then(
                () => setOpen(null),
                () => {},
              );
          }}
        />
      </li>
    );
  }
  const confirm = () => {
    setOpen(null);
    remove(id)
      .unwrap()
      .catch((error) => dispatch(alertRaised({ tone: 'error', text: messageOf(error, texts.removeFailed) })));
  };
  return (
    <li ref={line} className="flex items-start gap-3 py-1.5" data-session={id}>
      {before}
      <div className="min-w-0 flex-1 py-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          {title}
          <span className="text-sm text-ink-2 tabular-nums">{formatMinutes(minutes)}</span>
        </p>
        {note && <Note key={note} session={session} note={note} />}
      </div>
      <div className="flex shrink-0">
        <Button look="plain" size="icon" aria-label={texts.edit(game.name, shownDay)} onClick={() => setOpen('edit')}>
          <Pencil aria-hidden="true" className="size-4.5" />
        </Button>
        <Button
          look="plain"
          size="icon"
          busy={removing.isLoading}
          aria-label={texts.remove(game.name, shownDay)}
          onClick={() => setOpen('removal')}
        >
          {!removing.isLoading && <Trash2 aria-hidden="true" className="size-4.5" />}
        </Button>
      </div>
      {open === 'removal' && (
        <Question
          title={texts.removal.title}
          text={texts.removal.text(game.name, minutes, shownDay)}
          confirm={texts.removal.confirm}
          onClose={() => setOpen(null)}
          onConfirm={confirm}
        />
      )}
    </li>
  );
}

/** Focus stays where the button was that asked for the note. The same function every time, so that it is called once. */
const takeFocus = (element: HTMLElement | null) => element?.focus();

function Note({ session: { spoiler }, note }: { readonly session: PlaySession; readonly note: string }) {
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
