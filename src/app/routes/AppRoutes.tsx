import { useEffect, useLayoutEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useAccess } from '../../api/access.ts';
import { isArrival, loginAddress } from '../../api/address.ts';
import { loadEnterprise } from '../../api/enterprise.ts';
import { currentTenantId, LOGIN_PATH, session, useSession } from '../../api/session.ts';
import { siteConfig } from '../../api/site.ts';
import { useCompanyTitle } from '../i18n/site-title.ts';
import { useAppText } from '../i18n/texts.ts';
import { PageLayout } from '../layouts/PageLayout.tsx';
import { BootView } from '../session/BootView.tsx';
import { departure, endSession } from '../session/end-session.ts';
import { InitialPasswordPage } from '../session/InitialPasswordPage.tsx';
import { decideNavigation } from '../session/navigation.ts';
import { useSessionServices } from '../session/useSessionServices.ts';
import { fixedRouteOf } from './fixed-routes.ts';
import { fixedPage, hasMainArea, homePath, isOwnPage, type RoutedPage, resolveRoute } from './resolve-route.ts';

/** All routes: the guard first, then the fixed routes, then those of the menu. */
export function AppRoutes() {
  useSessionServices();
  const text = useAppText();
  const location = useLocation();
  const token = useSession((state) => state.token);
  const companyId = useSession(currentTenantId);
  const loginPath = useSession((state) => state.loginPath);
  const mustChange = useSession((state) => state.userInfo?.mustChangePassword === true);
  const designs = useSession((state) => (state.userInfo?.designs ?? null) !== null) && siteConfig().kind === 'platform';
  const { ready, menu } = useAccess();
  const fixed = fixedRouteOf(location.pathname);
  const atLogin = fixed?.path === LOGIN_PATH;

  // A visit of the login page ends the session; a login on that page does not count as a visit.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what makes a visit.
  useLayoutEffect(() => {
    if (atLogin && session().token !== '') {
      endSession();
    }
  }, [location.key, atLogin]);

  useEffect(() => {
    if (token !== '') {
      departure.asked = false;
      // Titles and theme at hand stay where the configuration cannot be read.
      loadEnterprise(companyId).catch(() => {});
    }
  }, [token, companyId]);

  const decision = decideNavigation({
    signedIn: token !== '',
    ready,
    loginPath: atLogin,
    open: fixed?.open === true,
  });

  if (decision === 'login') {
    const target = departure.asked ? loginPath : location.pathname + location.search;
    return <Navigate to={loginAddress(loginPath, target)} replace />;
  }
  if (mustChange && fixed?.open !== true) {
    return <InitialPasswordPage />;
  }
  if (decision === 'boot') {
    return <BootView />;
  }
  if (token !== '' && isArrival(location.state) && !isOwnPage(menu, location.pathname, text)) {
    return <Navigate to="/" replace />;
  }
  if (fixed?.open === true) {
    return <TitledPage page={fixedPage(fixed, text)} />;
  }
  const home = homePath(menu, designs);
  if (!hasMainArea(menu) && location.pathname !== home && fixed?.unplaced !== true) {
    return <Navigate to={home} replace />;
  }
  const resolution = resolveRoute(menu, location.pathname, text);
  if (resolution.kind === 'redirect') {
    return <Navigate to={resolution.to} replace />;
  }
  return <TitledPage page={resolution.page} />;
}

function TitledPage({ page }: { page: RoutedPage }) {
  const text = useAppText();
  const configured = useCompanyTitle();
  const system = siteConfig().kind === 'management' ? text('site.management') : configured || text('site.title');
  useEffect(() => {
    document.title = `${page.title} - ${system}`;
  }, [page.title, system]);
  return <PageLayout page={page} />;
}
