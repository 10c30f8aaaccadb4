import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { RequireUser, UnlessOffline } from './guard.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { lazyPages } from './lazy-page.tsx';
import { pageNames, pages } from './pages.ts';

/**
 * Declarative routes: the data router would add 16 KB (gzip) to every visit for loaders and actions, which sagas
 * replace here.
 */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<AppLayout />}>
          {pageNames.map((name) => {
            const { path, guard, needsNetwork } = pages[name];
            const { element } = lazyPages[name];
            const guarded = guard ? (
              // The key resets the guard for each page.
              <RequireUser key={name} {...guard}>
                {element}
              </RequireUser>
            ) : needsNetwork ? (
              <UnlessOffline>{element}</UnlessOffline>
            ) : (
              element
            );
            return <Route key={name} path={path} element={guarded} />;
          })}
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
