import type { OwnUser } from '@nightshelf/contracts/users.ts';
import { useSelector } from 'react-redux';
import { ButtonLink } from '../../../components/ui/button.tsx';
import { selectIsOffline } from '../../../entities/session/selectors.ts';
import { Avatar } from '../../../entities/user/avatar.tsx';
import { fullName } from '../../../entities/user/full-name.ts';
import { formatDay } from '../../../lib/format.ts';
import { profileTexts } from '../texts.ts';

const texts = profileTexts.showcase;

/** The user's public identity, with a link to their page as others see it. */
export function Showcase({ user }: { readonly user: OwnUser }) {
  const isOffline = useSelector(selectIsOffline);
  const { id, username, created_at } = user;
  const name = fullName(user);
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar id={id} username={username} className="size-18 text-3xl sm:size-24 sm:text-4xl" />
      <div className="min-w-0 flex-1 basis-56">
        <p
          className="font-heading text-2xl leading-tight font-semibold [overflow-wrap:anywhere] sm:text-3xl"
          dir="auto"
        >
          {name ?? username}
        </p>
        <p className="mt-1 text-ink-2">{texts.since(formatDay(created_at))}</p>
      </div>
      {!isOffline && (
        <ButtonLink to={`/users/${id}`} size="small">
          {texts.publicPage}
        </ButtonLink>
      )}
    </div>
  );
}
