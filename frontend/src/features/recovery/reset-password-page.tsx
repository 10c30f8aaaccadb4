import { passwordReset } from '@nightshelf/contracts/credentials.ts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { NewPasswordFields } from '../../entities/credentials/new-password-fields.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { UnlinkChoice } from '../../entities/identity/unlink-choice.tsx';
import { serverState } from '../../entities/server/state.ts';
import { fieldMessagesOf, hasCode } from '../../lib/api-errors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { useWhileHere } from '../../lib/use-while-here.ts';
import { type ResetOutlook, recoveryApi } from './api.ts';
import { recoveryTexts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

const texts = recoveryTexts.invalid;

const resetTexts = recoveryTexts.reset;

interface ResetFormProps {
  /** Token of the link, sent with the new password. */
  readonly token: string;
  readonly onLinkRefused: () => void;
}

function ResetForm({ token, onLinkRefused }: ResetFormProps) {
  const navigate = useNavigate();
  const whileHere = useWhileHere();
  const [resetPassword, { isLoading: busy, error: refused }] = recoveryApi.useResetPasswordMutation();
  const { field, handleSubmit, error } = useServerForm(
    passwordReset,
    { token, password: '', confirm_password: '' },
    refused,
    resetTexts.failed,
  );
  const [look, { data: outlook, error: lookRefused }] = recoveryApi.useLookAtResetMutation();
  useEffect(() => {
    look(token);
  }, [look, token]);
  const isLinkRefused =
    [refused, lookRefused].some((each) => hasCode(each, 'auth.reset_token_invalid')) ||
    'token' in fieldMessagesOf(refused);
  useEffect(() => {
    if (isLinkRefused) onLinkRefused();
  }, [isLinkRefused, onLinkRefused]);
  const [unlink, setUnlink] = useState<readonly string[]>([]);
  const submit = handleSubmit(async (values) => {
    const { data } = await resetPassword(unlink.length > 0 ? { ...values, unlink: [...unlink] } : values);
    if (data !== undefined) whileHere(() => navigate('/login', { replace: true }));
  });
  return (
    <FormCard title={resetTexts.title} lead={resetTexts.lead} error={error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        {outlook && <About outlook={outlook} />}
        <NewPasswordFields
          labels={[resetTexts.password, resetTexts.confirmPassword]}
          password={field('password')}
          confirmation={field('confirm_password')}
        />
        {outlook && !outlook.is_takeover && (
          <UnlinkChoice identities={outlook.identities} chosen={unlink} onChange={setUnlink} />
        )}
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? resetTexts.busy : resetTexts.submit}
        </Button>
      </form>
    </FormCard>
  );
}

/** Names the account, and what else the reset does. */
function About({ outlook: { username, is_takeover } }: { readonly outlook: ResetOutlook }) {
  if (is_takeover) return <MessageBox tone="notice">{resetTexts.takeover(username)}</MessageBox>;
  return <p className="text-sm [overflow-wrap:anywhere] text-ink-3">{resetTexts.account(username)}</p>;
}

export const page: PageModule = { Page: ResetPasswordPage, state: [serverState] };

/** Sets a new password; opened by the link in the email. */
function ResetPasswordPage() {
  const [isLinkRefused, setLinkRefused] = useState(false);
  const startAnew = useCallback(() => setLinkRefused(false), []);
  const refuseLink = useCallback(() => setLinkRefused(true), []);
  const token = useLinkToken(startAnew);

  if (token !== null && !isLinkRefused) return <ResetForm key={token} token={token} onLinkRefused={refuseLink} />;
  return (
    <FormCard title={texts.title} error={isLinkRefused ? texts.old : texts.incomplete}>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/forgot-password" look="primary">
          {texts.askAgain}
        </ButtonLink>
        <ButtonLink to="/login">{recoveryTexts.toLogin}</ButtonLink>
      </div>
    </FormCard>
  );
}
