import { passwordForgotten } from '@nightshelf/contracts/credentials.ts';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { UsernameField } from '../../components/ui/text-field.tsx';
import { useServerForm } from '../../entities/credentials/use-server-form.ts';
import { serverState } from '../../entities/server/state.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { recoveryApi } from './api.ts';
import { recoveryTexts } from './texts.ts';

const texts = recoveryTexts.forgot;

export const page: PageModule = { Page: ForgotPasswordPage, state: [serverState] };

/** Asks for a password reset link. The confirmation is the same for known and unknown accounts. */
function ForgotPasswordPage() {
  const [request, { isSuccess, isLoading, error, reset }] = recoveryApi.useForgotPasswordMutation();
  return isSuccess ? <LinkSent onAgain={reset} /> : <ForgotForm busy={isLoading} refused={error} onSubmit={request} />;
}

interface ForgotFormProps {
  readonly busy: boolean;
  readonly refused: unknown;
  readonly onSubmit: (usernameOrEmail: string) => void;
}

function ForgotForm({ busy, refused, onSubmit }: ForgotFormProps) {
  const nothing = { username_or_email: '' };
  const { field, handleSubmit, error } = useServerForm(passwordForgotten, nothing, refused, texts.failed);
  const submit = handleSubmit(({ username_or_email }) => onSubmit(username_or_email.trim()));
  return (
    <FormCard title={texts.title} lead={texts.lead} error={error}>
      <form noValidate onSubmit={submit} className="space-y-5">
        <UsernameField {...field('username_or_email')} label={texts.usernameOrEmail} />
        <Button type="submit" look="primary" busy={busy} className="w-full">
          {busy ? texts.busy : texts.submit}
        </Button>
      </form>
      <p className="mt-6 py-2 text-sm">
        <Link to="/login" className="font-medium text-accent underline-offset-4 hover:underline">
          {recoveryTexts.toLogin}
        </Link>
      </p>
    </FormCard>
  );
}

function LinkSent({ onAgain }: { readonly onAgain: () => void }) {
  // The focused form has disappeared.
  useEffect(() => {
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, []);
  return (
    <FormCard title={recoveryTexts.sent.title} lead={recoveryTexts.sent.text}>
      <p className="text-sm text-ink-3">{recoveryTexts.sent.hint}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/login" look="primary">
          {recoveryTexts.toLogin}
        </ButtonLink>
        <Button look="plain" onClick={onAgain}>
          {recoveryTexts.sent.again}
        </Button>
      </div>
    </FormCard>
  );
}
