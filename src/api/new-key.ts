/**
 * A name that nothing else has, 36 characters: a UUID of version 4. Browsers have `crypto.randomUUID` over HTTPS and on
 * the machine itself only, while plants serve plain http in their own network; random numbers they have everywhere.
 */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
