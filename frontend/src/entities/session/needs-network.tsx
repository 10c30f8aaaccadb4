import { ButtonLink } from '../../components/ui/button.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { PageTitle } from '../../components/ui/page.tsx';

const texts = {
  title: 'You’re offline',
  text: 'This page needs the server, which is unreachable right now. Your vault is still available on this device.',
  back: 'Open your vault',
};

interface NeedsNetworkProps {
  readonly title?: string;
  readonly text?: string;
}

/** Replaces a page that is unavailable offline until the server is reachable again. */
export function NeedsNetwork({ title = texts.title, text = texts.text }: NeedsNetworkProps) {
  const action = (
    <ButtonLink look="primary" to="/library">
      {texts.back}
    </ButtonLink>
  );
  return (
    <>
      <PageTitle title={title} />
      <EmptyState scene="unplugged" headingLevel={1} title={title} text={text} action={action} />
    </>
  );
}
