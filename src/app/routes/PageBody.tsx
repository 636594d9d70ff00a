import { type ComponentType, Suspense } from 'react';
import { useSession } from '../../api/session.ts';
import { type BesideProps, FormBesideContext } from '../../runtime/form/beside.ts';
import type { ScreenManifest } from '../../screens/define-screen.ts';
import { formBesideOf, screenOfCode, screenOfPath } from '../../screens/registry.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingDelay } from '../../ui/LoadingDelay.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useAppText } from '../i18n/texts.ts';
import { ComingPage } from './ComingPage.tsx';
import { designerScreen } from './designer-screen.ts';
import { GeneratedPage } from './GeneratedPage.tsx';
import { PageViews } from './PageViews.tsx';
import { loadJointPage } from './parts.ts';
import type { RoutedPage } from './resolve-route.ts';

const JointPage = lazyPart(loadJointPage);

const loaded = new Map<ScreenManifest, ComponentType>();

function componentOf(screen: ScreenManifest): ComponentType {
  let component = loaded.get(screen);
  if (!component) {
    component = lazyPart(screen.load);
    loaded.set(screen, component);
  }
  return component;
}

const besides = new Map<string, ComponentType<BesideProps> | undefined>();

function besideFor(entity: string): ComponentType<BesideProps> | undefined {
  if (!besides.has(entity)) {
    const beside = formBesideOf(entity);
    besides.set(entity, beside && lazyPart(beside.load));
  }
  return besides.get(entity);
}

const screenFor = (code: string): ScreenManifest | undefined =>
  designerScreen.codes.includes(code) ? designerScreen : screenOfCode(code);

/** What a page shows: a hand-written screen, a coming one, or the generated page of its code. */
export function PageBody({ page }: { page: RoutedPage }) {
  const text = useAppText();
  const signedIn = useSession((state) => state.token !== '');
  const screen = page.file === undefined ? screenFor(page.code) : screenOfPath(page.file);
  if (screen) {
    const Screen = componentOf(screen);
    return (
      <>
        <PageViews code={page.code} />
        <Screen />
      </>
    );
  }
  if (page.file !== undefined) {
    return <ErrorState title={text('module.missing', { module: page.file })} message={text('module.missing.hint')} />;
  }
  if (page.joint) {
    return (
      <>
        <PageViews code={page.code} />
        <Suspense fallback={<LoadingDelay loading rows={8} />}>
          <JointPage key={page.code} code={page.code} title={page.title} />
        </Suspense>
      </>
    );
  }
  if (!page.described) {
    return <ComingPage code={page.code} title={page.title} signedIn={signedIn} />;
  }
  return (
    <>
      <PageViews code={page.code} />
      <FormBesideContext value={besideFor}>
        <GeneratedPage code={page.code} title={page.title} />
      </FormBesideContext>
    </>
  );
}
