import { QRCode } from 'antd';
import { fixedColours } from '../../ui/theme/palette.ts';

/** A QR code, black on white whatever the theme, so that every reader takes it. */
export function QrPicture({ text, size }: { text: string; size: number }) {
  return (
    // Its own image role bears no name; whoever shows it names it.
    <span aria-hidden="true">
      <QRCode
        value={text}
        size={size}
        type="svg"
        color={fixedColours.codeDark}
        bgColor={fixedColours.paper}
        bordered={false}
        style={{ padding: Math.max(2, size / 20) }}
      />
    </span>
  );
}
