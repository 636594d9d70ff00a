import { exportOnlySheet } from '../../core/field-forms.ts';
import { say } from '../../core/text/say.ts';
import { checkDate } from '../date/definition.ts';
import { checkId, defineFieldType, JSON_COLUMN, objectOf } from '../define.ts';

/** A drawn signature. The browser sends the picture; signer and time are the server's. */
export interface Signature {
  /** PNG as `data:image/png;base64,…`, at most 60 kB. */
  readonly image: string;
  /** User who signed. */
  readonly signer?: string;
  /** His name at that time. */
  readonly signerName?: string;
  /** Moment of signing, `YYYY-MM-DD HH:mm:ss` in the tenant's zone. */
  readonly time?: string;
}

/** Largest picture of a signature, in bytes. */
export const SIGNATURE_BYTES = 60 * 1024;

const PREFIX = 'data:image/png;base64,';
/** First bytes of every PNG file, in base64. */
const PNG_START = 'iVBORw0KGgo';
const KEYS = ['image', 'signer', 'signerName', 'time'] as const;

/** Bytes of a base64 data URL. */
export function imageBytes(image: string): number {
  const data = image.slice(image.indexOf(',') + 1);
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4);
}

function checkImage(image: unknown): string | undefined {
  if (typeof image !== 'string' || !image.startsWith(PREFIX + PNG_START)) return say('须为PNG格式的手写签名');
  if (imageBytes(image) > SIGNATURE_BYTES) return say('不能超过60KB');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(image.slice(PREFIX.length)) ? undefined : say('须为PNG格式的手写签名');
}

/** The value as a signature; undefined where it is none. */
export function signatureOf(value: unknown): Signature | undefined {
  const signature = objectOf(value, KEYS);
  return typeof signature?.image === 'string' ? (signature as unknown as Signature) : undefined;
}

/** A signature drawn by the person who sends it. Nobody signs for another: a foreign signer is refused. */
export const definition = defineFieldType({
  type: 'signature',
  title: '手写签名',
  group: 'structure',
  jsonTypes: ['object'],
  keywords: [],
  column: () => JSON_COLUMN,
  expressionType: () => 'object',
  filter: () => 'none',
  sortable: false,
  span: 'one',
  check(value) {
    const signature = objectOf(value, KEYS);
    if (signature === undefined) return say('须为手写签名');
    const { signer, signerName, time } = signature;
    if (signer !== undefined && checkId(signer) !== undefined) return say('须有签名人');
    if (signerName !== undefined && (typeof signerName !== 'string' || signerName.length > 100))
      return say('须有签名人');
    if (time !== undefined && checkDate(time, { title: '', field: 'date', type: 'string', format: 'date-time' })) {
      return say('须有签名时间');
    }
    return checkImage(signature.image);
  },
  format(value) {
    const signature = signatureOf(value);
    if (signature === undefined) return '';
    return [signature.signerName ?? signature.signer, signature.time].filter((part) => part !== undefined).join(' ');
  },
  parse: (text) => (text.trim() === '' ? { value: null } : { message: say('签名不能从文本读取') }),
  seal(value, { userId, realName, now, kept }) {
    const sent = signatureOf(value);
    if (sent === undefined) return { value };
    const before = kept.map(signatureOf).find((signature) => signature?.image === sent.image);
    if (before !== undefined) {
      const same = sent.signer === undefined || sent.signer === before.signer;
      return same ? { value: before } : { message: say('不能代他人签名') };
    }
    if (sent.signer !== undefined && sent.signer !== userId) return { message: say('不能代他人签名') };
    return { value: { image: sent.image, signer: userId, signerName: realName, time: now } };
  },
  drawing: (value) => signatureOf(value)?.image,
  sheet: () => exportOnlySheet(definition, 28),
  print(value, field) {
    const signature = signatureOf(value);
    return signature && { kind: 'drawing', image: signature.image, caption: definition.format(value, field) };
  },
});
