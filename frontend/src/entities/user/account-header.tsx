import { Link, useLocation } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { cx } from '../../lib/cx.ts';

const texts = {
  title: 'Profile',
  pages: 'Profile pages',
  overview: 'Overview',
  settings: 'Settings',
  security: 'Sign-in and security',
};

const links = [
  { to: '/profile', label: texts.overview },
  { to: '/profile#settings', label: texts.settings },
  { to: '/profile/security', label: texts.security },
];

/** The heading and navigation of the account pages; `title` is the document title. */
export function AccountHeader({ title = texts.title }: { readonly title?: string }) {
  const { pathname, hash } = useLocation();
  const here = `${pathname}${hash}`;
  return (
    <>
      <PageTitle title={title} />
      <PageHeader title={texts.title} className="mb-4!" />
      <nav aria-label={texts.pages} className="mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-4 whitespace-nowrap max-sm:text-sm sm:gap-x-6">
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                aria-current={to === here ? 'page' : undefined}
                className={cx(
                  '-mb-px flex min-h-11 items-center border-b-2 font-medium transition-colors duration-150',
                  to === here ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
                )}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
