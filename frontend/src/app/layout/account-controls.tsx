import { useDispatch, useSelector } from 'react-redux';
import { Button, ButtonLink } from '../../components/ui/button.tsx';
import { selectSession } from '../../entities/session/selectors.ts';
import { signOutRequested } from '../../entities/session/slice.ts';
import { lazyPages } from '../lazy-page.tsx';
import { appTexts } from '../texts.ts';
import { NotificationBell } from './notification-bell.tsx';

/** Account links for a signed-in user, or sign-in links; empty until the session check, to avoid a flash. */
export function AccountControls() {
  const { known, user, reader } = useSelector(selectSession);
  const dispatch = useDispatch();
  if (!known) return null;
  if (!user && !reader) {
    return (
      <>
        <ButtonLink to="/login" look="plain" size="small" onPointerEnter={lazyPages.login.preload}>
          {appTexts.signIn}
        </ButtonLink>
        <ButtonLink to="/register" look="primary" size="small" onPointerEnter={lazyPages.register.preload}>
          {appTexts.signUp}
        </ButtonLink>
      </>
    );
  }
  const welcome = user ? appTexts.welcome(user.username) : appTexts.offline;
  return (
    <>
      <span
        title={welcome}
        className="line-clamp-2 min-w-0 text-xs wrap-anywhere text-ink-2 md:line-clamp-1 md:text-sm md:break-all"
      >
        {welcome}
      </span>
      <Button
        look="quiet"
        size="small"
        className="max-sm:bg-transparent max-sm:px-2 max-sm:text-ink-2"
        onClick={() => dispatch(signOutRequested())}
      >
        {appTexts.signOut}
      </Button>
      <NotificationBell />
    </>
  );
}
