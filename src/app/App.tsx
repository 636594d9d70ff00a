import { useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { ARRIVAL } from '../api/address.ts';
import { useEnterprise } from '../api/enterprise.ts';
import { faultChannel } from '../api/faults.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { text } from './i18n/texts.ts';
import { AppRoutes } from './routes/AppRoutes.tsx';
import { ViewBoundary } from './routes/ViewBoundary.tsx';
import { FaultNotices } from './session/FaultNotices.tsx';

/**
 * The router of the whole application, at the address that the browser shows now. One route for all: the menu's routes
 * come and go with the session, while the router, which guards of unsaved forms hang on, stays.
 */
export function createRouter({ arrived }: { readonly arrived: boolean }): AppRouter {
  const router = createBrowserRouter([{ path: '*', element: <AppRoutes /> }]);
  if (arrived) {
    void router.navigate(router.state.location, { replace: true, state: ARRIVAL });
  }
  return router;
}

/** What `createRouter` gives. */
type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The application. */
export function App({ router, handoverFailed }: { router: AppRouter; handoverFailed: boolean }) {
  const theme = useEnterprise((state) => state.config.theme);
  useEffect(() => {
    if (handoverFailed) {
      faultChannel.emit({ kind: 'error', message: text('handover.failed') });
    }
  }, [handoverFailed]);
  return (
    <UiProvider mode={theme}>
      <FaultNotices />
      <ViewBoundary>
        <RouterProvider router={router} />
      </ViewBoundary>
    </UiProvider>
  );
}
