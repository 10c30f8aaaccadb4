import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/ui/button.tsx';
import { MessageBox } from '../../components/ui/message-box.tsx';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { selectUser } from '../../entities/session/selectors.ts';
import { AccountInformation } from './components/account-information.tsx';
import { GameStatistics } from './components/game-statistics.tsx';
import { Preferences } from './components/preferences.tsx';
import { profileOpened, selectProfile } from './slice.ts';
import { profileTexts as texts } from './texts.ts';

export function ProfilePage() {
  const dispatch = useDispatch();
  const user = useSelector(selectUser);
  const { error } = useSelector(selectProfile);
  useEffect(() => {
    dispatch(profileOpened());
  }, [dispatch]);
  // The guard lets nobody else in; this is the moment of signing out.
  if (!user) return null;
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} />
      {error !== null && (
        <MessageBox className="mb-6">
          <p>{error}</p>
          <Button size="small" onClick={() => dispatch(profileOpened())} className="mt-2">
            {texts.retry}
          </Button>
        </MessageBox>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[21rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <AccountInformation user={user} />
        <GameStatistics className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        <Preferences user={user} />
      </div>
    </>
  );
}
