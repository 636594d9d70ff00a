import { useShownView } from '../../runtime/EntityContext.ts';
import type { WalkSettings } from './definition.ts';
import { RowsWalk } from './RowsWalk.tsx';
import { StepsWalk } from './StepsWalk.tsx';
import './walk.css';

/** WalkPoint after point, to be answered on the spot: the rows of a record, or the records of the page. */
export function WalkPage() {
  const settings = useShownView().view.settings as WalkSettings;
  return settings.rows === undefined ? <StepsWalk settings={settings} /> : <RowsWalk settings={settings} />;
}
