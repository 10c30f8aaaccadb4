import type { OwnUser } from '@nightshelf/contracts';
import { CircleUserRound, House, Library, type LucideIcon, Users } from 'lucide-react';
import { pages } from '../pages.ts';
import { appTexts } from '../texts.ts';

interface NavLinkEntry {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** Fetches the page's chunk when a visit is likely. */
  readonly preload?: () => void;
}

const home: NavLinkEntry = { to: '/', label: appTexts.home, Icon: House, preload: pages.home.preload };

const forUsers: readonly NavLinkEntry[] = [
  { to: '/library', label: appTexts.vault, Icon: Library, preload: pages.vault.preload },
  { to: '/users', label: appTexts.users, Icon: Users, preload: pages.users.preload },
  { to: '/profile', label: appTexts.profile, Icon: CircleUserRound, preload: pages.profile.preload },
];

/** The main navigation for a signed-in user, or for a visitor (null). */
export const navLinksFor = (user: OwnUser | null): readonly NavLinkEntry[] => (user ? [home, ...forUsers] : [home]);
