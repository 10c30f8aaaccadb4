import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { messageOf } from '../../../lib/api-errors.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useAskForLinkMutation, useSignInMethodsQuery } from '../api.ts';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { securityTexts } from '../texts.ts';

const texts = securityTexts.password;

// Loaded on demand, because form validation is by far its largest part.
const loadForm = () => import('./change-password-form.tsx');
const ChangePasswordForm = lazyPart(() => loadForm().then((form) => ({ default: form.ChangePasswordForm })));

/** Changes the password, or sets a first one. */
export function PasswordPanel({ user }: { readonly user: OwnUser }) {
  const query = useSignInMethodsQuery();
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <LoadedPanel title={texts.title} query={query} failed={securityTexts.identities.failed}>
      {query.data?.has_password ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{texts.has}</p>
          <Button onPointerEnter={loadForm} onFocus={loadForm} onClick={() => setChanging(true)}>
            {texts.change}
          </Button>
        </div>
      ) : (
        <FirstPassword user={user} />
      )}
      {changing && (
        <Dialog title={texts.change} onClose={close}>
          <Suspense fallback={<Spinner className="appears-late" />}>
            <ChangePasswordForm username={user.username} onClose={close} />
          </Suspense>
        </Dialog>
      )}
    </LoadedPanel>
  );
}

function FirstPassword({ user: { username, email } }: { readonly user: OwnUser }) {
  // Shared cache key: the next visit still shows that the link was sent.
  const [askForLink, { isLoading, isSuccess, error }] = useAskForLinkMutation({ fixedCacheKey: 'first password' });
  const way = email === null ? texts.noEmail : texts.byMail(email);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {texts.hasNone} {way}
      </p>
      {error && <MessageBox>{messageOf(error, texts.notSent)}</MessageBox>}
      {email !== null && isSuccess && <MessageBox tone="notice">{texts.sent(email)}</MessageBox>}
      {email !== null && !isSuccess && (
        <Button busy={isLoading} onClick={() => askForLink(username)} className="justify-self-start">
          {isLoading ? texts.asking : texts.set}
        </Button>
      )}
    </div>
  );
}
