import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { PageHeader, PageTitle } from '../../components/ui/page.tsx';
import type { PageModule } from '../../lib/page-module.ts';
import { SearchForm } from './components/search-form.tsx';
import { UserResults } from './components/user-results.tsx';
import { usersState } from './saga.ts';
import { usersActions } from './slice.ts';
import { usersTexts as texts } from './texts.ts';
import { useKeptSearch } from './use-kept-search.ts';

export const page: PageModule = { Page: UsersPage, state: [usersState] };

function UsersPage() {
  const dispatch = useDispatch();
  const { text, setText } = useKeptSearch();
  useEffect(
    () => () => {
      dispatch(usersActions.listClosed());
    },
    [dispatch],
  );
  return (
    <>
      <PageTitle title={texts.title} />
      <PageHeader title={texts.title} description={texts.lead} className="mb-6" />
      <SearchForm text={text} onChange={setText} />
      <UserResults />
    </>
  );
}
