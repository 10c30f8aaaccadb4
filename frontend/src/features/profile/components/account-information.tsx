import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../../components/ui/button.tsx';
import { Panel } from '../../../components/ui/page.tsx';
import { signOutRequested } from '../../../entities/session/slice.ts';
import { fullName } from '../../../entities/user/full-name.ts';
import { formatCount, formatDay } from '../../../lib/format.ts';
import { profileTexts } from '../texts.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

const texts = profileTexts.account;

/** The account as stored on the server, and sign-out. */
export function AccountInformation({ user }: { readonly user: OwnUser }) {
  const dispatch = useDispatch();
  const [deleting, setDeleting] = useState(false);
  const name = fullName(user);
  const facts: ReadonlyArray<readonly [string, ReactNode]> = [
    [texts.username, user.username],
    [texts.email, user.email === null ? texts.noEmail : <EmailAddress key="email" email={user.email} />],
    ...(name === null ? [] : [[texts.name, name] as const]),
    [texts.memberSince, formatDay(user.created_at)],
    [texts.status, user.is_active ? texts.active : texts.inactive],
    [texts.followers, formatCount(user.follower_count)],
    [texts.following, formatCount(user.following_count)],
  ];
  return (
    <Panel title={texts.title}>
      <dl className="grid">
        {facts.map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-6 border-b border-line py-2.5">
            <dt className="shrink-0 text-sm text-ink-3">{label}</dt>
            <dd className="min-w-0 text-right [overflow-wrap:anywhere] tabular-nums" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button onClick={() => dispatch(signOutRequested())} className="flex-1">
          <LogOut aria-hidden="true" className="size-4.5" />
          {texts.signOut}
        </Button>
        <Button look="plain" onClick={() => setDeleting(true)} className="flex-1 text-danger!">
          {texts.deleteAccount}
        </Button>
      </div>
      {deleting && <DeletionDialog onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

/** Breaks a long address before the @ rather than within a word. */
function EmailAddress({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
