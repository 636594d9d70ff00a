import { Button } from 'antd';
import { runtimeText } from '../text.ts';

interface FollowMarkProps {
  readonly title: string;
  readonly onFollow: () => void;
}

/** Says that a person has changed what would follow other fields, with the way back. */
export function FollowMark({ title, onFollow }: FollowMarkProps) {
  return (
    <div className="anlan-hint">
      {runtimeText('form.byHand')}
      <Button
        type="link"
        size="small"
        style={{ fontSize: 'inherit' }}
        aria-label={runtimeText('form.followOf', { title })}
        onClick={onFollow}
      >
        {runtimeText('form.follow')}
      </Button>
    </div>
  );
}
