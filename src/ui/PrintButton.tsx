import { PrinterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useUiText } from './text/texts.ts';
import { useIsPhone } from './useIsPhone.ts';

/** Prints the page as it stands. A phone has no room for it, and its own way. */
export function PrintButton() {
  const text = useUiText();
  const phone = useIsPhone();
  if (phone) return null;
  return (
    <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
      {text('action.print')}
    </Button>
  );
}
