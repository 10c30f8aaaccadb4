import { useSelector } from 'react-redux';
import { Figures } from '../../../components/ui/figures.tsx';
import { Scene } from '../../../components/ui/scene.tsx';
import { selectAccount, selectSession, selectVaultOwner } from '../../../entities/session/selectors.ts';
import { formatCount } from '../../../lib/format.ts';
import { homeTexts } from '../texts.ts';
import { InfoCard, PendingInfoCard } from './info-card.tsx';

const texts = homeTexts.community;

/** Followers, and the way to find more people. */
export function CommunityCard() {
  const { known } = useSelector(selectSession);
  const owner = useSelector(selectVaultOwner);
  const account = useSelector(selectAccount);
  if (!known) return <PendingInfoCard title={texts.title} />;
  if (!owner) {
    return (
      <InfoCard title={texts.title} way={{ to: '/register', label: homeTexts.join }}>
        <Scene name="people" className="-mx-1 h-24 self-start" />
        <p className="mt-4 text-ink-2">{texts.invitation}</p>
      </InfoCard>
    );
  }
  return (
    <InfoCard title={texts.title} way={{ to: '/users', label: texts.action }}>
      {account && (
        <Figures
          figures={[
            { label: texts.followers, value: formatCount(account.follower_count) },
            { label: texts.following, value: formatCount(account.following_count) },
          ]}
        />
      )}
      <p className="mt-4 text-ink-2">{texts.lead}</p>
    </InfoCard>
  );
}
