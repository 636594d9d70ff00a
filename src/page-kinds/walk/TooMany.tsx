import { Alert } from 'antd';
import { MOST_WALK_POINTS } from './definition.ts';
import { useWalkText } from './text.ts';

/** Says that there is more than can be gone through at once, and the way out. */
export function TooMany({ count }: { readonly count: number }) {
  const text = useWalkText();
  return (
    <Alert
      type="warning"
      showIcon
      className="anlan-view-note"
      title={text('too.many', { count, most: MOST_WALK_POINTS })}
    />
  );
}
