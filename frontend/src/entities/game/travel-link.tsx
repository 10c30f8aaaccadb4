import { Link, type LinkProps } from 'react-router-dom';
import { useTravelTo } from './travel.ts';

/**
 * A link to a game's page with a cover transition. It is a component of its own, so that its card does not re-render on
 * every navigation.
 */
export function TravelLink({ to, ...link }: LinkProps & { readonly to: string }) {
  return <Link {...link} to={to} onClick={useTravelTo(to)} />;
}
