declare module 'qrcode' {
  /** Draws a QR code; gives a PNG as a data URL. */
  export function toDataURL(
    text: string,
    options?: { margin?: number; width?: number; color?: { dark?: string; light?: string } },
  ): Promise<string>;
}
