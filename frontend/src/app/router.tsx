import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { RequireUser } from './guard.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { pages } from './pages.ts';

/**
 * The routes. Declarative on purpose: the data router would add 16 KB (gzip) to every visit for loaders and actions,
 * which sagas do here.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<AppLayout />}>
          <Route index element={<pages.home.Page />} />
          <Route path="login" element={<pages.login.Page />} />
          <Route path="register" element={<pages.register.Page />} />
          <Route path="search" element={<pages.search.Page />} />
          <Route path="game/:guid" element={<pages.game.Page />} />
          <Route path="terms" element={<pages.terms.Page />} />
          <Route path="privacy" element={<pages.privacy.Page />} />
          <Route element={<RequireUser />}>
            <Route path="users" element={<pages.users.Page />} />
            <Route path="users/:userId" element={<pages.user.Page />} />
            <Route path="profile" element={<pages.profile.Page />} />
            <Route path="library" element={<pages.vault.Page />} />
          </Route>
          <Route path="*" element={<pages.notFound.Page />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
