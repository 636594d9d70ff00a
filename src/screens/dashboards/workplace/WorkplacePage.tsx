import { Board } from '../../../page-kinds/joint/dashboard/Board.tsx';
import { GreetingHeader } from '../../shared/GreetingHeader.tsx';
import { usePageChoices } from '../../shared/page-choices.ts';
import styles from '../../shared/section.module.css';
import { useAttention } from '../my-work/useAttention.ts';
import { WaitingForMe } from '../my-work/WaitingForMe.tsx';
import { AllPages } from './AllPages.tsx';
import { Doors } from './Doors.tsx';
import { Shortcuts } from './Shortcuts.tsx';

/** The home: what waits for the person, by kind and deadline, what he uses, what runs out, his month, and all his pages. */
export function WorkplacePage() {
  const pages = usePageChoices();
  const attention = useAttention();
  return (
    <div className={styles.page}>
      <GreetingHeader actions={<Doors />} />
      <WaitingForMe attention={attention} pages={pages} />
      <Shortcuts pages={pages} />
      <Board code="myBoard" />
      <AllPages pages={pages} />
    </div>
  );
}
