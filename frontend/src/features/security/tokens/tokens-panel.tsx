import type { ApiToken } from '@nightshelf/contracts/api-tokens.ts';
import { KeyRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { useQuestion } from '../../../components/ui/question.tsx';
import { Refusal } from '../../../components/ui/refusal.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { formatDay } from '../../../lib/format.ts';
import { formatAgo } from '../../../lib/relative-time.ts';
import { securityApi } from '../api.ts';
import { Item, LoadedPanel, useCopy } from '../components/loaded-panel.tsx';
import { loadForms, NewTokenForm } from '../lazy-forms.tsx';
import { tokenTexts as texts } from './texts.ts';

/** Shows a new token's secret once, to be copied. */
function TokenSecret({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, copy] = useCopy(secret, () => {
    field.current?.focus();
    field.current?.select();
  });
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

const factsOf = ({ scopes, last_used_at, ends_at }: ApiToken) => {
  const used = last_used_at === null ? texts.neverUsed : texts.lastUsed(formatAgo(last_used_at));
  const hasEnded = Date.parse(ends_at) <= Date.now();
  return [
    scopes.map((scope) => texts.scopes[scope]).join(', '),
    `${used}, ${hasEnded ? texts.ended(formatDay(ends_at)) : texts.ends(formatDay(ends_at))}`,
  ];
};

/** API tokens of the user. */
export function TokensPanel() {
  const query = securityApi.useApiTokensQuery();
  const [revokeToken, revoking] = securityApi.useRevokeApiTokenMutation();
  const [making, setMaking] = useState(false);
  const [question, ask] = useQuestion();
  const tokens = query.data?.tokens ?? [];
  const askRevoke = (token: ApiToken) =>
    ask({
      title: texts.confirmTitle(token.name),
      text: texts.confirmText,
      confirm: texts.confirm,
      onConfirm: () => revokeToken(token),
    });
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
      {tokens.length === 0 && <p className="text-ink-2">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {tokens.map((token) => (
          <Item
            key={token.id}
            icon={<KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-3" />}
            name={token.name}
            facts={factsOf(token)}
          >
            <Button
              size="small"
              busy={revoking.isLoading && revoking.originalArgs?.id === token.id}
              aria-label={texts.revokeNamed(token.name)}
              onClick={() => askRevoke(token)}
            >
              {texts.revoke}
            </Button>
          </Item>
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
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
      {question}
    </LoadedPanel>
  );
}

function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  // Local state, so that the secret is gone with the dialog.
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Dialog title={secret === null ? texts.make : texts.madeTitle} onClose={onClose}>
      {secret === null ? (
        <NewTokenForm onMade={setSecret} onClose={onClose} />
      ) : (
        <TokenSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
