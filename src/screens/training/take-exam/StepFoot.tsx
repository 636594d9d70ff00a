import { FlagFilled, FlagOutlined, LeftOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useIsPhone } from '../../../ui/useIsPhone.ts';
import { useExamText } from './exam-text.ts';
import type { PaperMode } from './paper-mode.ts';

interface StepFootProps {
  readonly at: number;
  readonly count: number;
  readonly done: number;
  readonly marked: boolean;
  readonly locked: boolean;
  readonly mode: PaperMode;
  readonly onGo: (index: number) => void;
  readonly onMark: () => void;
  readonly onCard: () => void;
}

/** From question to question, at the thumb of a phone; there also the card of answers. */
export function StepFoot({ at, count, done, marked, locked, mode, onGo, onMark, onCard }: StepFootProps) {
  const text = useExamText();
  const phone = useIsPhone();
  if (mode === 'all' && !phone) return null;
  return (
    <footer className="anlan-exam-foot">
      <Button size="large" icon={<LeftOutlined />} disabled={at === 0} onClick={() => onGo(at - 1)}>
        {text('previous')}
      </Button>
      {phone && (
        <>
          <Button size="large" aria-label={text('card')} icon={<UnorderedListOutlined />} onClick={onCard}>
            {`${done}/${count}`}
          </Button>
          <Button
            size="large"
            aria-label={text('mark')}
            aria-pressed={marked}
            className="anlan-exam-mark"
            disabled={locked}
            icon={marked ? <FlagFilled /> : <FlagOutlined />}
            onClick={onMark}
          />
        </>
      )}
      <Button
        size="large"
        type={phone ? 'primary' : 'default'}
        icon={<RightOutlined />}
        iconPlacement="end"
        disabled={at + 1 >= count}
        onClick={() => onGo(at + 1)}
      >
        {text('next')}
      </Button>
    </footer>
  );
}
