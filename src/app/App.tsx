import { useEffect } from 'react';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { useEnterprise } from '../api/enterprise.ts';
import { faultChannel } from '../api/faults.ts';
import { UiProvider } from '../ui/UiProvider.tsx';
import { text } from './i18n/texts.ts';
import { AppRoutes } from './routes/AppRoutes.tsx';
import { ViewBoundary } from './routes/ViewBoundary.tsx';
import { FaultNotices } from './session/FaultNotices.tsx';

// One route for all: the menu's routes come and go with the session, while the router, which guards of unsaved forms
// hang on, stays.
const router = createBrowserRouter([{ path: '*', element: <AppRoutes /> }]);

/** The application. */
export function App({ handoverFailed = false }: { handoverFailed?: boolean }) {
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
