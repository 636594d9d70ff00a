import { useMemo } from 'react';
import { useSession } from '../../../api/session.ts';
import { GreetingHeader } from '../../shared/GreetingHeader.tsx';
import { usePageChoices } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { NewestRecords } from './NewestRecords.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { useShortcuts } from './shortcuts.ts';
import { useAttention } from './useAttention.ts';
import { WaitingForMe } from './WaitingForMe.tsx';
import { WrongToday } from './WrongToday.tsx';

const NONE: readonly string[] = [];

/** The default tab: what waits for the person, what is wrong today, his shortcuts and the newest records he may see. */
export function OverviewPage() {
  const pages = usePageChoices();
  const account = useSession((state) => state.userInfo?.account ?? '');
  const pinned = useShortcuts((state) => state.byAccount[account] ?? NONE);
  const attention = useAttention();
  // What he pinned is likely what he wants to hear of; reordering pins must not read everything again.
  const preferred = useMemo(() => [...pinned].sort(), [pinned]);
  return (
    <div className={styles.page}>
      <GreetingHeader />
      <WaitingForMe attention={attention} pages={pages} />
      <WrongToday attention={attention} pages={pages} />
      <Shortcuts pages={pages} />
      <NewestRecords pages={pages} preferred={preferred} />
    </div>
  );
}
