import { ClockCircleOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { type Countdown, countdownText } from './countdown.ts';

/** What runs out on a record, in words; its colour only repeats them. */
export function Countdowns({ countdowns }: { readonly countdowns: readonly Countdown[] }) {
  if (countdowns.length === 0) return null;
  return (
    <div className="anlan-kb-dues">
      {countdowns.map((one) => (
        <span key={one.key} className="anlan-kb-due" data-urgency={one.urgency}>
          {one.urgency === 'past' || one.urgency === 'soon' ? (
            <ExclamationCircleFilled aria-hidden />
          ) : (
            <ClockCircleOutlined aria-hidden />
          )}
          <span>{one.title}</span>
          <span className="anlan-kb-left">{countdownText(one)}</span>
        </span>
      ))}
    </div>
  );
}
