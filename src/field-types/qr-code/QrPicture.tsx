import { QRCode } from 'antd';

/** A QR code, black on white whatever the theme, so that every reader takes it. */
export function QrPicture({ text, size }: { text: string; size: number }) {
  return (
    // Its own image role bears no name; whoever shows it names it.
    <span aria-hidden="true">
      <QRCode
        value={text}
        size={size}
        type="svg"
        color="#000"
        bgColor="#fff"
        bordered={false}
        style={{ padding: Math.max(2, size / 20) }}
      />
    </span>
  );
}
