import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { FormCard } from '../../components/ui/form-card.tsx';
import { serverState } from '../../entities/server/state.ts';
import { messageOf } from '../../lib/api-errors.ts';
import type { PageModule } from '../../lib/page-module.ts';
import { recoveryApi } from './api.ts';
import { recoveryTexts } from './texts.ts';
import { useLinkToken } from './use-link-token.ts';

const texts = recoveryTexts.undo;

export const page: PageModule = { Page: UndoEmailChangePage, state: [serverState] };

/** Opened by the link in the email to the previous address. Acts only on the button: programs open links too. */
function UndoEmailChangePage() {
  const token = useLinkToken();
  const [undo, { data, error, isLoading }] = recoveryApi.useUndoEmailChangeMutation();
  if (data) {
    return (
      <FormCard title={texts.done} lead={texts.kept(data.email)}>
        <ButtonLink to="/forgot-password" look="primary">
          {texts.newPassword}
        </ButtonLink>
      </FormCard>
    );
  }
  if (token === null) {
    return (
      <FormCard title={recoveryTexts.invalid.title} error={texts.incomplete}>
        <ButtonLink to="/" look="primary">
          {recoveryTexts.verify.toHome}
        </ButtonLink>
      </FormCard>
    );
  }
  return (
    <FormCard title={texts.title} lead={texts.lead} error={error ? messageOf(error, texts.failed) : null}>
      <Button look="primary" busy={isLoading} onClick={() => undo(token)} className="w-full">
        {isLoading ? texts.busy : texts.submit}
      </Button>
    </FormCard>
  );
}
