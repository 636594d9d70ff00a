import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import styles from './BottomSheet.module.css';
import { FocusBack } from './FocusBack.tsx';

/** A sheet from the lower edge of a phone, within the thumb's reach; as high as what it holds, and never the whole screen. */
export function BottomSheet({
  open,
  title,
  footer,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer
      open={open}
      title={title}
      placement="bottom"
      size="auto"
      rootClassName={styles.sheet ?? ''}
      footer={<div className={styles.foot}>{footer}</div>}
      destroyOnHidden
      onClose={onClose}
    >
      <FocusBack />
      {children}
    </Drawer>
  );
}
