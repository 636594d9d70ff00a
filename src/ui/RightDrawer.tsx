import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { useUiText } from './text/texts.ts';
import { useConfirm } from './useConfirm.tsx';
import { useIsPhone } from './useIsPhone.ts';

/** A drawer for a look or a short form. Closing one with changes asks first. */
export function RightDrawer({
  open,
  title,
  width = 720,
  dirty = false,
  extra,
  footer,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  /** Pixels, never wider than the window. Default 720. */
  width?: number;
  /** Whether there are changes that closing would lose. */
  dirty?: boolean;
  extra?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const text = useUiText();
  const confirm = useConfirm();
  const phone = useIsPhone();
  const close = async () => {
    const leave =
      !dirty ||
      (await confirm({
        title: text('confirm.leave'),
        consequence: text('confirm.leave.hint'),
        okText: text('action.leave'),
        cancelText: text('action.stay'),
        danger: true,
      }));
    if (leave) {
      onClose();
    }
  };
  return (
    <Drawer
      open={open}
      title={title}
      size={phone ? '100vw' : `min(${width}px, 100vw)`}
      extra={extra}
      footer={footer}
      mask={{ closable: !dirty }}
      destroyOnHidden
      onClose={() => void close()}
    >
      {children}
    </Drawer>
  );
}
