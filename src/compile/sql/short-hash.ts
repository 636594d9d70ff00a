/** Eight hex digits of a text (two rounds of FNV-1a), for names of indexes and statements that follow their content. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
  }
  return ((low ^ (high >>> 13)) >>> 0).toString(16).padStart(8, '0');
}
