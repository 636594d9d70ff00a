import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';

/** A button of an icon alone, whose name is told on hover and to those who do not see it. */
export function ToolButton({
  label,
  icon,
  size = 'middle',
  type = 'default',
  disabled = false,
  onClick,
}: {
  label: string;
  icon: ReactNode;
  /** Default `middle`. */
  size?: 'small' | 'middle';
  /** `text` has no frame. Default `default`. */
  type?: 'default' | 'text';
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip title={label}>
      <Button size={size} type={type} icon={icon} aria-label={label} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
}
