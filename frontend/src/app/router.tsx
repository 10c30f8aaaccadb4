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
          <Route index element={pages.home.element} />
          <Route path="login" element={pages.login.element} />
          <Route path="register" element={pages.register.element} />
          <Route path="choose-username" element={pages.chooseUsername.element} />
          <Route path="forgot-password" element={pages.forgotPassword.element} />
          <Route path="reset-password" element={pages.resetPassword.element} />
          <Route path="search" element={pages.search.element} />
          <Route path="game/:guid" element={pages.game.element} />
          <Route path="terms" element={pages.terms.element} />
          <Route path="privacy" element={pages.privacy.element} />
          <Route element={<RequireUser />}>
            <Route path="users" element={pages.users.element} />
            <Route path="users/:userId" element={pages.user.element} />
            <Route path="profile" element={pages.profile.element} />
            <Route path="profile/security" element={pages.security.element} />
          </Route>
          <Route element={<RequireUser key="vault" staysWhenSessionEnds opensOffline />}>
            <Route path="library" element={pages.vault.element} />
          </Route>
          <Route path="*" element={pages.notFound.element} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
