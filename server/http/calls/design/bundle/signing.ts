import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { DesignBundle } from '../../../../../src/core/wire/design.ts';
import type { PersonInput } from '../../../system/system-call.ts';

/** A company's own key pair at this installation, the same at every start. */
function keysOf({ services, context }: PersonInput) {
  // The frame of PKCS 8 around the 32 bytes of an Ed25519 key.
  const frame = Buffer.from('302e020100300506032b657004220420', 'hex');
  const seed = services.entities.keys.key('design bundle', context.tenantId);
  const privateKey = createPrivateKey({ key: Buffer.concat([frame, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: publicKey.toString('base64') };
}

/** What people compare to know whose a bundle is. */
export function fingerprintOf(key: string): string {
  return (createHash('sha256').update(key).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ');
}

/** The fingerprint of the company that asks. */
export function ownFingerprint(input: PersonInput): string {
  return fingerprintOf(keysOf(input).publicKey);
}

/** What is signed: everything but the signature. */
const signedText = ({ format, version, at, entities, key }: Omit<DesignBundle, 'signature'>): Buffer =>
  Buffer.from(JSON.stringify([format, version, at, key, entities]));

/** A bundle with the company's key and signature. */
export function signed(input: PersonInput, bundle: Omit<DesignBundle, 'key' | 'signature'>): DesignBundle {
  const { privateKey, publicKey } = keysOf(input);
  const whole = { ...bundle, key: publicKey };
  return { ...whole, signature: sign(null, signedText(whole), privateKey).toString('base64') };
}

/** Whether a bundle is what was signed. */
export function bearsSignature(bundle: DesignBundle): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(bundle.key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signedText(bundle), key, Buffer.from(bundle.signature, 'base64'));
  } catch {
    // A key or signature of another form.
    return false;
  }
}
