import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { notFoundTexts as texts } from './texts.ts';

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
