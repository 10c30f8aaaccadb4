import { Link, type LinkProps } from 'react-router-dom';
import { useTravelTo } from './travel.ts';

/** A link to a game's page, to which the cover beside it travels. Apart from its card, which need not hear of every navigation. */
export function TravelLink({ to, ...link }: LinkProps & { readonly to: string }) {
  return <Link {...link} to={to} onClick={useTravelTo(to)} />;
}
