import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { Spinner } from '../../components/ui/spinner.tsx';
import { Unconfirmed } from '../../entities/address/unconfirmed.tsx';
import { Confirmations } from '../../entities/confirmation/confirmations.tsx';
import { Conflicts } from '../../entities/conflict/conflicts.tsx';
import { confirmation } from '../../lib/confirmation.ts';
import { PartFault } from '../part-fault.tsx';
import { RouteFault } from '../route-fault.tsx';
import { appTexts } from '../texts.ts';
import { BottomBar } from './bottom-bar.tsx';
import { later } from './later.ts';
import { PageLoadBar } from './page-load-bar.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';
import { useLeaving } from './use-leaving.ts';
import { useScrollMemory } from './use-scroll-memory.ts';

const Footer = later(() => import('./footer.tsx').then(({ Footer }) => Footer));
const Keys = later(() => import('./keys.tsx').then(({ Keys }) => Keys));
const Toaster = later(() => import('./toaster.tsx').then(({ Toaster }) => Toaster));

const leaveUnconfirmed = () => confirmation.current()?.settle(false);
/** Only the part itself knows what the key was to open. */
const forgetKey = () => {};

/** The frame of every page: side bar from 1024 px, bottom bar below, top bar, content, footer. */
export function AppLayout() {
  const { pathname } = useLocation();
  const leaves = useLeaving();
  useScrollMemory();
  useHeadingFocus();
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(4rem+env(safe-area-inset-bottom))] lg:pb-0 lg:pl-56">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-accent px-4 py-2.5 font-medium text-accent-ink focus:translate-y-0"
      >
        {appTexts.skipToContent}
      </a>
      <PageLoadBar />
      <SideBar />
      <TopBar />
      <PartFault place={pathname}>
        <Unconfirmed />
      </PartFault>
      {/* As high as the window, so that the footer does not jump when the content arrives. */}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto min-h-dvh w-full max-w-[90rem] px-4 pt-4 pb-16 outline-none sm:px-6 sm:pt-6 lg:px-8 lg:pt-8"
      >
        <RouteFault place={pathname}>
          <Suspense fallback={<Spinner className="appears-late" />}>{!leaves && <Outlet />}</Suspense>
        </RouteFault>
      </main>
      <Suspense>
        <Footer />
      </Suspense>
      <BottomBar />
      <PartFault place={pathname}>
        <Conflicts />
      </PartFault>
      <PartFault place={pathname} onFault={leaveUnconfirmed}>
        <Confirmations />
      </PartFault>
      <Suspense>
        <Toaster />
        <PartFault place={pathname} onFault={forgetKey}>
          <Keys />
        </PartFault>
      </Suspense>
    </div>
  );
}
