import { type ComponentProps, Suspense } from 'react';
import { lazyPiece } from '../../ui/lazy-piece.tsx';
import type { Layout } from './form-drawing.ts';

const FormilyLayout = lazyPiece(() => import('./FormilyLayout.tsx').then((module) => module.FormilyLayout));

/** Formily's tabs, steps and panels, which come with the first form that has them. */
export function LateLayout(props: ComponentProps<Layout>) {
  return (
    <Suspense fallback={<div className="anlan-waiting" />}>
      <FormilyLayout {...props} />
    </Suspense>
  );
}
