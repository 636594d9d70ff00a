import { lazyPart } from '../../ui/lazy-part.ts';
import type { PageView } from '../page-view.ts';
import { calendarKindText } from './text.ts';

export const view: PageView = {
  title: () => calendarKindText('title'),
  Page: lazyPart(() => import('./CalendarPage.tsx').then((module) => module.CalendarPage)),
};
