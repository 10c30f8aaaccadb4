import { NavLink } from 'react-router-dom';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import { cx } from '../../lib/cx.ts';

const texts = { title: 'Profile', pages: 'Profile pages', overview: 'Overview', security: 'Sign-in and security' };

const links = [
  { to: '/profile', label: texts.overview },
  { to: '/profile/security', label: texts.security },
];

/** The heading of the user's own pages, with the way between them; `title` is the document's, the page's own. */
export function AccountHeader({ title = texts.title }: { readonly title?: string }) {
  return (
    <>
      <PageTitle title={title} />
      <PageHeader title={texts.title} className="mb-4!" />
      <nav aria-label={texts.pages} className="mb-6 border-b border-line">
        <ul className="flex gap-6">
          {links.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className={({ isActive }) =>
                  cx(
                    '-mb-px flex min-h-11 items-center border-b-2 font-medium transition-colors duration-150',
                    isActive ? 'border-accent text-ink-1' : 'border-transparent text-ink-2 hover:text-ink-1',
                  )
                }
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
