import type { OwnUser } from '@nightshelf/contracts';
import { lazy, Suspense } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { MessageBox } from '../../../components/ui/message-box.tsx';
import { Spinner } from '../../../components/ui/spinner.tsx';
import { LoadedPanel } from '../components/loaded-panel.tsx';
import { methodsNeeded, selectIdentities } from '../identities/slice.ts';
import { securityTexts } from '../texts.ts';
import { changeClosed, changeOpened, linkAsked, selectPassword } from './slice.ts';

const texts = securityTexts.password;

// Apart, since the rules of forms are by far the largest part of it.
const loadForm = () => import('./change-password-form.tsx');
const ChangePasswordForm = lazy(() => loadForm().then((form) => ({ default: form.ChangePasswordForm })));

/** The way in by password: changing it, or setting a first one. */
export function PasswordPanel({ user }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const { status, methods } = useSelector(selectIdentities);
  const { changing } = useSelector(selectPassword);
  return (
    <LoadedPanel
      title={texts.title}
      status={status}
      failed={securityTexts.identities.failed}
      onRetry={() => dispatch(methodsNeeded())}
      lines={1}
    >
      {methods?.has_password ? (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <p className="min-w-0 flex-1 basis-60 text-ink-2">{texts.has}</p>
          <Button onPointerEnter={loadForm} onFocus={loadForm} onClick={() => dispatch(changeOpened())}>
            {texts.change}
          </Button>
        </div>
      ) : (
        <FirstPassword user={user} />
      )}
      {changing && (
        <Dialog title={texts.change} onClose={() => dispatch(changeClosed())}>
          <Suspense fallback={<Spinner className="appears-late" />}>
            <ChangePasswordForm username={user.username} />
          </Suspense>
        </Dialog>
      )}
    </LoadedPanel>
  );
}

function FirstPassword({ user: { username, email } }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const { link, linkError } = useSelector(selectPassword);
  const way = email === null ? texts.noEmail : texts.byMail(email);
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        {texts.hasNone} {way}
      </p>
      {linkError !== null && <MessageBox>{linkError}</MessageBox>}
      {email !== null && link === 'sent' && <MessageBox tone="notice">{texts.sent(email)}</MessageBox>}
      {email !== null && link !== 'sent' && (
        <Button busy={link === 'asking'} onClick={() => dispatch(linkAsked(username))} className="justify-self-start">
          {link === 'asking' ? texts.asking : texts.set}
        </Button>
      )}
    </div>
  );
}
