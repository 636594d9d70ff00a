import { SinglePage } from '../../runtime/detail/SinglePage.tsx';
import type { PageView } from '../page-view.ts';

export const view: PageView = { Page: SinglePage };
