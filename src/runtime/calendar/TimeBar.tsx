import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useCalendarText } from './text.ts';
import type { Span } from './time-span.ts';
import type { useTimeSpan } from './useTimeSpan.ts';

interface TimeBarProps {
  readonly time: ReturnType<typeof useTimeSpan>;
  readonly spans: readonly Span[];
}

/** Which time is shown, and the ways before and after it. */
export function TimeBar({ time, spans }: TimeBarProps) {
  const text = useCalendarText();
  const { span, date, from, to } = time;
  return (
    <>
      <Button icon={<LeftOutlined />} aria-label={text('before')} onClick={() => time.step(-1)} />
      <Button onClick={time.today}>{text('today')}</Button>
      <Button icon={<RightOutlined />} aria-label={text('after')} onClick={() => time.step(1)} />
      <strong className="anlan-time-shown" aria-live="polite">
        {span === 'week' ? `${from} – ${to}` : date.slice(0, 7)}
      </strong>
      {spans.length > 1 && (
        <Segmented
          aria-label={text('span.title')}
          value={span}
          options={spans.map((value) => ({ value, label: text(`span.${value}`) }))}
          onChange={time.setSpan}
        />
      )}
    </>
  );
}
