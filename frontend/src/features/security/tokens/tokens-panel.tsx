import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { useWhileHere } from '../../../lib/use-while-here.ts';
import { type MadeToken, useApiTokensQuery, useRevokeApiTokenMutation } from '../api.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { loadForms, NewTokenForm } from '../lazy-forms.ts';
import { tokenTexts as texts } from './texts.ts';

/** Shows a new token's secret once, to be copied. */
function TokenSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'by hand' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setOutcome('copied');
    } catch {
      // Permission denied, or no clipboard, which requires HTTPS.
      field.current?.focus();
      field.current?.select();
      setOutcome('by hand');
    }
  };
  return (
    <div className="grid gap-5">
      <p className="text-ink-2">{texts.made}</p>
      <TextField
        ref={field}
        label={texts.secret}
        value={secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        {...(outcome === 'by hand' && { hint: texts.copyByHand })}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span role="status" className="text-sm text-ink-3">
          {outcome === 'copied' && texts.copied}
        </span>
        <Button onClick={onClose}>{texts.done}</Button>
        <Button look="primary" onClick={copy}>
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}

interface TokenLineProps {
  readonly token: ApiToken;
  readonly busy: boolean;
  readonly onRevoke: () => void;
}

function TokenLine({ token: { name, scopes, last_used_at, ends_at }, busy, onRevoke }: TokenLineProps) {
  const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(formatAgo(last_used_at));
  const hasEnded = Date.parse(ends_at) <= Date.now();
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]" dir="auto">
          {name}
        </p>
        <p className="text-sm text-ink-2">{scopes.map((scope) => texts.scopes[scope]).join(', ')}</p>
        <p className="text-sm text-ink-3">
          {used}, {hasEnded ? texts.ended(formatDay(ends_at)) : texts.ends(formatDay(ends_at))}
        </p>
      </div>
      <Button size="small" busy={busy} aria-label={texts.revokeNamed(name)} onClick={onRevoke}>
        {texts.revoke}
      </Button>
    </li>
  );
}

/** API tokens of the user. */
export function TokensPanel() {
  const query = useApiTokensQuery();
  const [revokeToken, revoking] = useRevokeApiTokenMutation();
  const [making, setMaking] = useState(false);
  const [question, ask] = useQuestion();
  const [unseen, setUnseen] = useState<readonly MadeToken[]>([]);
  const [shown, setShown] = useState<MadeToken | null>(null);
  const tokens = query.data?.tokens ?? [];
  const askRevoke = (token: ApiToken) =>
    ask({
      title: texts.confirmTitle(token.name),
      text: texts.confirmText,
      confirm: texts.confirm,
      onConfirm: () => revokeToken(token),
    });
  const hide = () => {
    setUnseen((all) => all.filter((made) => made !== shown));
    setShown(null);
  };
  return (
    <LoadedPanel
      title={texts.title}
      hint={texts.hint}
      query={query}
      failed={texts.failed}
      shape={
        <>
          <Skeleton className="h-6" />
          <div className="mt-1 flex flex-wrap gap-x-4 gap-y-3">
            <Skeleton className="h-11 w-36" />
            <Skeleton className="h-11 w-36" />
          </div>
        </>
      }
    >
      <Refusal error={revoking.error} fallback={texts.revokeFailed} />
      {unseen.map((made) => (
        <MessageBox key={made.secret} tone="notice" className="mb-4">
          <p className="[overflow-wrap:anywhere]">{texts.madeLate(made.name)}</p>
          <Button size="small" onClick={() => setShown(made)} className="mt-2">
            {texts.showLate}
          </Button>
        </MessageBox>
      ))}
      {tokens.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {tokens.map((token) => (
          <TokenLine
            key={token.id}
            token={token}
            busy={revoking.isLoading && revoking.originalArgs?.id === token.id}
            onRevoke={() => askRevoke(token)}
          />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button onPointerEnter={loadForms} onFocus={loadForms} onClick={() => setMaking(true)}>
          {texts.make}
        </Button>
        <a
          href="/api/docs"
          className="inline-flex min-h-11 items-center text-sm text-accent underline-offset-4 hover:underline"
        >
          {texts.documents}
        </a>
      </div>
      {making && (
        <NewTokenDialog onLate={(made) => setUnseen((all) => [...all, made])} onClose={() => setMaking(false)} />
      )}
      {shown && (
        <Dialog title={texts.madeTitle} onClose={hide}>
          <TokenSecret secret={shown.secret} onClose={hide} />
        </Dialog>
      )}
      {question}
    </LoadedPanel>
  );
}

interface NewTokenDialogProps {
  /** Called with a token that was made after the dialog was closed. */
  readonly onLate: (made: MadeToken) => void;
  readonly onClose: () => void;
}

function NewTokenDialog({ onLate, onClose }: NewTokenDialogProps) {
  // Local state, so that the secret is gone with the dialog.
  const [secret, setSecret] = useState<string | null>(null);
  const whileHere = useWhileHere();
  const show = (made: MadeToken) => {
    const isShown = whileHere(() => {
      setSecret(made.secret);
      return true;
    });
    if (!isShown) onLate(made);
  };
  return (
    <Dialog title={secret === null ? texts.make : texts.madeTitle} onClose={onClose}>
      {secret === null ? (
        <NewTokenForm onMade={show} onClose={onClose} />
      ) : (
        <TokenSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
