import { SinglePage } from '../../runtime/detail/SinglePage.tsx';
import type { PageView } from '../page-view.ts';
import { kindText } from '../text.ts';

export const view: PageView = { title: () => kindText('kind.single'), Page: SinglePage };
