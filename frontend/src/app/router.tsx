import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { RequireUser, UnlessOffline } from './guard.tsx';
import { AppLayout } from './layout/app-layout.tsx';
import { lazyPages } from './lazy-page.tsx';
import { pageNames, pages } from './pages.ts';

/**
 * The routes. Declarative on purpose: the data router would add 16 KB (gzip) to every visit for loaders and actions,
 * which sagas do here.
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
              // Who has entered one page has not entered the next.
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
