import { ExclamationCircleFilled } from '@ant-design/icons';
import { plantTime } from '../../api/plant-clock.ts';
import { remainingTime } from './remaining-time.ts';
import { flowText } from './text.ts';
import './flow.css';

/** A deadline to the minute, with what is left of it while it still matters; red and by word once it is past. */
export function Deadline({ deadline, open }: { deadline: string; open: boolean }) {
  const { unit, count } = remainingTime(deadline, plantTime());
  return (
    <span className="anlan-deadline">
      <span className="anlan-deadline-time">{deadline.slice(0, 16)}</span>
      {open &&
        (unit === 'past' ? (
          <strong className="anlan-deadline-past">
            <ExclamationCircleFilled aria-hidden /> {flowText('deadline.past')}
          </strong>
        ) : (
          <span className={unit === 'days' ? 'anlan-deadline-left' : 'anlan-deadline-soon'}>
            {flowText(`deadline.${unit}`, { count })}
          </span>
        ))}
    </span>
  );
}
