import { LockOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { addressed } from '../../src/core/overlay/address.ts';
import { lockOf } from '../../src/core/overlay/locks.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';
import type { Designed } from '../session/useDesign.ts';
import { useDesignerText } from '../texts/texts.ts';

/** Whether no company may change a thing. */
export const isLocked = ({ base }: Designed, at: OverlayAddress): boolean =>
  lockOf(addressed(base.entity), at) !== undefined;

/** A lock beside what no company may change, with the clause that rules it; nothing beside all else. */
export function LockMark({ design: { base }, at }: { design: Designed; at: OverlayAddress }) {
  const text = useDesignerText();
  const lock = lockOf(addressed(base.entity), at);
  if (lock === undefined) return null;
  const told = lock.clause === undefined ? text('property.locked') : text('property.clause', { clause: lock.clause });
  return (
    <Tooltip title={told}>
      <LockOutlined aria-label={told} className="anlan-ds-lock" />
    </Tooltip>
  );
}
