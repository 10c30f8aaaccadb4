import { Link } from 'react-router-dom';

const texts = {
  heading: 'What Nightshelf offers',
  offers: [
    'Personal library management',
    'Daily gaming reviews',
    'Social features with user discovery',
    'Game sharing and statistics',
  ],
  poweredBy: 'Powered by third-party game-data and video services.',
  cookies: 'Uses cookies only for authentication and session.',
  adFree: 'Ad-free.',
  year: '© 2025 Nightshelf',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  credits: 'Credits',
};
const linkClasses = 'inline-flex min-h-11 items-center hover:text-ink-1 underline-offset-4 hover:underline';

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line text-sm text-ink-3">
      <div className="mx-auto grid max-w-[90rem] gap-6 px-4 py-8 sm:px-6 md:grid-cols-2 lg:px-8">
        <div>
          <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal text-ink-2">{texts.heading}</h2>
          <ul className="grid gap-1 sm:grid-cols-2">
            {texts.offers.map((offer) => (
              <li key={offer}>{offer}</li>
            ))}
          </ul>
        </div>
        <div className="md:text-right">
          <p>{texts.poweredBy}</p>
          <p>
            {texts.cookies} {texts.adFree}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-5 md:justify-end">
            <span className="max-sm:w-full">{texts.year}</span>
            <Link to="/terms" className={linkClasses}>
              {texts.terms}
            </Link>
            <Link to="/privacy" className={linkClasses}>
              {texts.privacy}
            </Link>
            <Link to="/terms#credits" className={linkClasses}>
              {texts.credits}
            </Link>
          </p>
        </div>
      </div>
    </footer>
  );
}
