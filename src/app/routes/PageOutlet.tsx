import { Activity, Suspense, useState } from 'react';
import { type Location, Route, Routes, useLocation } from 'react-router-dom';
import { currentTenantId, useSession } from '../../api/session.ts';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { PageBody } from './PageBody.tsx';
import type { RoutedPage } from './resolve-route.ts';
import { ViewBoundary } from './ViewBoundary.tsx';

interface KeptPage {
  readonly page: RoutedPage;
  /** Where it was left. */
  readonly location: Location;
}

/** Shows the page of the address. Kept-alive pages that were left stay mounted, hidden, at the address they had. */
export function PageOutlet({ page }: { page: RoutedPage }) {
  // Another person or company gets pages of its own.
  const owner = useSession((state) => `${state.userInfo?.account ?? ''}@${currentTenantId(state)}`);
  return <Outlet key={owner} page={page} />;
}

function Outlet({ page }: { page: RoutedPage }) {
  const location = useLocation();
  const [kept, setKept] = useState<readonly KeptPage[]>([]);
  const own = kept.find((other) => other.page.path === page.path);
  // A page that came into the side menu since is kept no longer.
  if (page.keepAlive ? own?.location !== location : own !== undefined) {
    const others = kept.filter((other) => other !== own);
    setKept(page.keepAlive ? [...others, { page, location }] : others);
  }
  return (
    <>
      {kept.map((other) => (
        <Activity key={other.page.path} mode={other.page.path === page.path ? 'visible' : 'hidden'}>
          <PageAt page={other.page} location={other.page.path === page.path ? location : other.location} />
        </Activity>
      ))}
      {page.keepAlive ? null : <PageAt key={page.path} page={page} location={location} />}
    </>
  );
}

function PageAt({ page, location }: { page: RoutedPage; location: Location }) {
  return (
    <ViewBoundary>
      <Suspense fallback={<LoadingDelay loading />}>
        <Routes location={location}>
          <Route path={`${page.path}/*`} element={<PageBody page={page} />} />
        </Routes>
      </Suspense>
    </ViewBoundary>
  );
}
