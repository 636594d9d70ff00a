import { lazyPart } from '../../ui/lazy-part.ts';

/** Says of a page that it is yet to come; loaded only where one is asked for. */
export const ComingPage = lazyPart(() =>
  import('../../screens/shared/NotYetOpen.tsx').then((module) => module.NotYetOpen),
);
