import { drawnSignature } from './drawn-signature.ts';
import { users } from './people.ts';

/** A signature as a field holds it: drawn, with who signed and when. */
export function signedBy(userId: string, time: string) {
  const signerName = users.find(({ id }) => id === userId)?.realName;
  return { image: drawnSignature(userId), signer: userId, signerName, time };
}
