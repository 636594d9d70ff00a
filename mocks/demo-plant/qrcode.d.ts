/** The part of the package that the demo plant uses; it brings no types of its own. */
declare module 'qrcode' {
  /** A PNG of the QR code of a text. */
  export function toBuffer(text: string, options?: { width?: number; margin?: number }): Promise<Uint8Array>;
}
