import { useEntityPage } from '../EntityContext.ts';
import { viewText } from './text.ts';
import { useServerClock } from './useServerClock.ts';
import './view.css';

/** The server's clock, by which countdowns go. */
export function ServerClock() {
  const { page } = useEntityPage();
  const now = useServerClock(page.metadata.timeZone);
  return (
    <time className="anlan-server-clock" title={viewText('clock')}>
      {now.slice(11)}
    </time>
  );
}
