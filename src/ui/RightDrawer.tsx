import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { FocusBack } from './FocusBack.tsx';
import { useUiText } from './text/texts.ts';
import { useConfirm } from './useConfirm.tsx';
import { useIsPhone } from './useIsPhone.ts';

/** What stands in a drawer; a function is given what closes it, with the question before. */
type DrawerPart = ReactNode | ((close: () => void) => ReactNode);

const isClean = () => false;

/** A drawer for a look or a form. Closing one with changes asks first, by whatever it is closed. */
export function RightDrawer({
  open,
  title,
  width = 720,
  isDirty = isClean,
  lossHint,
  isQuiet = false,
  extra,
  footer,
  onClose,
  children,
}: {
  open: boolean;
  title: ReactNode;
  /** Pixels, never wider than the window. Default 720. */
  width?: number;
  /** Whether closing would lose changes; asked when it is about to happen. Default that it would not. */
  isDirty?: () => boolean;
  /** What closing with changes leads to. Default that they are lost. */
  lossHint?: string;
  /** Whether the page beside it stays bright, to be read along with it. Default false. */
  isQuiet?: boolean;
  extra?: ReactNode;
  footer?: DrawerPart;
  onClose: () => void;
  children: DrawerPart;
}) {
  const text = useUiText();
  const confirm = useConfirm();
  const phone = useIsPhone();
  const close = async () => {
    const leave =
      !isDirty() ||
      (await confirm({
        title: text('confirm.leave'),
        consequence: lossHint ?? text('confirm.leave.hint'),
        okText: text('action.leave'),
        cancelText: text('action.stay'),
        danger: true,
      }));
    if (leave) {
      onClose();
    }
  };
  const drawn = (part: DrawerPart) => (typeof part === 'function' ? part(() => void close()) : part);
  return (
    <Drawer
      open={open}
      title={title}
      size={phone ? '100vw' : `min(${width}px, 100vw)`}
      extra={extra}
      footer={drawn(footer)}
      {...(isQuiet ? { styles: { mask: { background: 'transparent' } } } : {})}
      destroyOnHidden
      onClose={() => void close()}
    >
      <FocusBack />
      {drawn(children)}
    </Drawer>
  );
}
