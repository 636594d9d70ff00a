import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { lazyPiece } from '../../src/ui/lazy-piece.tsx';
import { useHelpText } from './texts.ts';
import './help.css';

const KeywordNote = lazyPiece(async () => (await import('./KeywordNote.tsx')).KeywordNote);

/** The way to what a keyword means, beside its name. */
export function KeywordAsk({ name, keyword, place }: { name: string; keyword: string; place: Place }) {
  const text = useHelpText();
  return (
    <Popover
      trigger="click"
      placement="left"
      destroyOnHidden
      title={name}
      content={<KeywordNote keyword={keyword} place={place} />}
    >
      <Button
        type="text"
        size="small"
        className="anlan-dh-ask"
        icon={<QuestionCircleOutlined />}
        aria-label={text('ask', { name })}
      />
    </Popover>
  );
}
