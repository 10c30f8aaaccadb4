import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page.tsx';
import type { PageModule } from '../../lib/page-module.ts';

const texts = {
  title: 'Page Not Found',
  text: 'This page doesn’t exist. Check the address, or go to the home page.',
  home: 'Go to the home page',
};

export const page: PageModule = { Page: NotFoundPage };

function NotFoundPage() {
  return (
    <>
      <PageTitle title={texts.title} />
      <EmptyState
        scene="lost"
        headingLevel={1}
        title={texts.title}
        text={texts.text}
        action={
          <ButtonLink to="/" look="primary">
            {texts.home}
          </ButtonLink>
        }
      />
    </>
  );
}
