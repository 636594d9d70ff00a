import { Button } from 'antd';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useExamText } from './exam-text.ts';

interface AwayNoticeProps {
  /** How often the page was left; undefined where there is nothing to tell. */
  readonly count: number | undefined;
  readonly limit: number;
  readonly onClose: () => void;
}

/** Tells whoever comes back how often he has left, and what follows from the next time. */
export function AwayNotice({ count, limit, onClose }: AwayNoticeProps) {
  const text = useExamText();
  if (count === undefined || count > limit) return null;
  return (
    <Dialog
      open
      title={text('away.title')}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('away.back')}
        </Button>
      }
    >
      <p>{text('away.count', { count, limit })}</p>
      <p className="anlan-exam-fault" role="alert">
        {count < limit ? text('away.more', { count: limit - count + 1 }) : text('away.last')}
      </p>
    </Dialog>
  );
}
