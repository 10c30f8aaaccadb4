import { Link } from 'react-router-dom';
import { agreementTexts as texts } from './texts.ts';

const linkClasses = 'font-medium text-accent underline underline-offset-4';

export function Agreement() {
  return (
    <p className="text-sm text-ink-2">
      {texts.agreement}{' '}
      <Link to="/terms" className={linkClasses}>
        {texts.terms}
      </Link>{' '}
      {texts.and}{' '}
      <Link to="/privacy" className={linkClasses}>
        {texts.privacy}
      </Link>
      .
    </p>
  );
}
