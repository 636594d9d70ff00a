import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { FocusBack } from './FocusBack.tsx';
import { useUiText } from './text/texts.ts';
import { useIsPhone } from './useIsPhone.ts';

/** A dialog for a decision: centred, as wide as the phone where it is one; its content is gone once it is closed. */
export function Dialog({
  open,
  title,
  width = 480,
  busy = false,
  closable = true,
  okText,
  danger = false,
  footer,
  onOk,
  onClose,
  onShown,
  children,
}: {
  open: boolean;
  title: ReactNode;
  /** Pixels. Default 480. */
  width?: number;
  /** While busy it cannot be closed or confirmed again. */
  busy?: boolean;
  /** False for a dialog that has to be answered. Default true. */
  closable?: boolean;
  okText?: string;
  danger?: boolean;
  /** Null for none; buttons to confirm and cancel by default. */
  footer?: ReactNode | null;
  onOk?: () => void;
  onClose: () => void;
  /** Called once it stands on the page, after it has taken the focus itself. Default nothing. */
  onShown?: () => void;
  children: ReactNode;
}) {
  const text = useUiText();
  const phone = useIsPhone();
  return (
    <Modal
      open={open}
      title={title}
      centered={!phone}
      width={phone ? 'calc(100vw - 24px)' : width}
      confirmLoading={busy}
      okText={okText ?? text('action.confirm')}
      cancelText={text('action.cancel')}
      okButtonProps={{ danger }}
      cancelButtonProps={{ disabled: busy }}
      closable={closable && !busy}
      mask={{ closable: false }}
      keyboard={closable && !busy}
      destroyOnHidden
      {...(footer === undefined ? {} : { footer })}
      onOk={() => onOk?.()}
      onCancel={onClose}
      afterOpenChange={(shown) => {
        if (shown) onShown?.();
      }}
    >
      <FocusBack />
      {children}
    </Modal>
  );
}
