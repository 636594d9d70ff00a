import { Board } from '../../../page-kinds/joint/dashboard/Board.tsx';
import { GreetingHeader } from '../../shared/GreetingHeader.tsx';
import { usePageChoices } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useAttention } from '../my-work/useAttention.ts';
import { WaitingForMe } from '../my-work/WaitingForMe.tsx';
import { Homes } from './Homes.tsx';
import { WrongToday } from './WrongToday.tsx';

/** The default tab: what waits for the person first, what is wrong today, and then the plant's figures. */
export function OverviewPage() {
  const pages = usePageChoices();
  const attention = useAttention();
  return (
    <div className={styles.page}>
      <GreetingHeader actions={<Homes />} />
      <WaitingForMe attention={attention} pages={pages} brief />
      <WrongToday attention={attention} pages={pages} />
      <Board code="plantBoard" />
    </div>
  );
}
