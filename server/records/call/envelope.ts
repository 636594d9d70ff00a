import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Length to which what is sealed is filled up, so that an envelope's size does not tell whose name is in it. */
const BLOCK = 512;

/** A text under a key of 32 bytes. @param about what it belongs to: an envelope that is put elsewhere does not open. */
export function sealText(key: Buffer, text: string, about: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(about));
  const length = Buffer.byteLength(text);
  const padded = Buffer.alloc(Math.ceil((length + 1) / BLOCK) * BLOCK, ' ');
  padded.write(text);
  return Buffer.concat([nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
}

/** What was sealed; undefined under another key, for another thing, or where a byte was changed. */
export function openText(key: Buffer, sealed: Buffer, about: string): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-TAG));
  try {
    const body = decipher.update(sealed.subarray(NONCE, -TAG));
    return Buffer.concat([body, decipher.final()]).toString().trimEnd();
  } catch {
    return undefined;
  }
}
