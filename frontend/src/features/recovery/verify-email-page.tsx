import { useEffect } from 'react';
import { ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { serverState } from '../../entities/server/state.ts';
import { messageOf } from '../../lib/api-errors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { recoveryApi } from './api.ts';
import { recoveryTexts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

const texts = recoveryTexts.verify;

export const page: PageModule = { Page: VerifyEmailPage, state: [serverState] };

/** Opened by the link that confirms an address. Requires sign-in, because only the account's owner can confirm it. */
function VerifyEmailPage() {
  const token = useLinkToken();
  const [verify, { data, error }] = recoveryApi.useVerifyEmailMutation();
  useEffect(() => {
    if (token !== null) verify(token);
  }, [token, verify]);
  if (data) {
    return (
      <FormCard title={texts.done} lead={texts.confirmed(data.user.email ?? '')}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/" look="primary">
            {texts.toHome}
          </ButtonLink>
          <ButtonLink to="/profile/security">{texts.toSecurity}</ButtonLink>
        </div>
      </FormCard>
    );
  }
  if (token !== null && !error) return <Spinner />;
  return (
    <FormCard
      title={recoveryTexts.invalid.title}
      error={token === null ? recoveryTexts.invalid.incomplete : messageOf(error, texts.failed)}
    >
      <ButtonLink to="/profile/security" look="primary">
        {texts.toSecurity}
      </ButtonLink>
    </FormCard>
  );
}
