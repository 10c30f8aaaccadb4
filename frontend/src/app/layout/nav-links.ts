import { CircleUserRound, House, Library, type LucideIcon, Users } from 'lucide-react';
import type { SessionState } from '../../entities/session/slice.ts';
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

const vault: NavLinkEntry = { to: '/library', label: appTexts.vault, Icon: Library, preload: pages.vault.preload };

const forUsers: readonly NavLinkEntry[] = [
  vault,
  { to: '/users', label: appTexts.users, Icon: Users, preload: pages.users.preload },
  { to: '/profile', label: appTexts.profile, Icon: CircleUserRound, preload: pages.profile.preload },
];

/** The main navigation for a signed-in user; for a visitor; and for whoever may read a kept vault without a network. */
export function navLinksFor({ user, reader }: Pick<SessionState, 'user' | 'reader'>): readonly NavLinkEntry[] {
  if (user) return [home, ...forUsers];
  return reader ? [home, vault] : [home];
}
