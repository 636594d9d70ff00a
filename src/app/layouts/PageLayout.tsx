import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.ts';
import { PageOutlet } from '../routes/PageOutlet.tsx';
import { loadBasicLayout } from '../routes/parts.ts';
import type { RoutedPage } from '../routes/resolve-route.ts';
import { BlankLayout } from './BlankLayout.tsx';
import { OpenLayout } from './OpenLayout.tsx';
import { UserLayout } from './UserLayout.tsx';

const BasicLayout = lazyPart<{ page: RoutedPage; children: ReactNode }>(loadBasicLayout);

/** A page within its layout. */
export function PageLayout({ page }: { page: RoutedPage }) {
  const outlet = <PageOutlet page={page} />;
  if (page.layout === 'user') {
    return <UserLayout>{outlet}</UserLayout>;
  }
  if (page.layout === 'open') {
    return <OpenLayout>{outlet}</OpenLayout>;
  }
  if (page.layout === 'blank') {
    return <BlankLayout>{outlet}</BlankLayout>;
  }
  return (
    <Suspense fallback={null}>
      <BasicLayout page={page}>{outlet}</BasicLayout>
    </Suspense>
  );
}
