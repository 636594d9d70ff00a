import { pinyin } from 'pinyin-pro';

/** A key made of a title's pinyin that nothing has yet; `stem` where the title has no sound. */
export function soundKey(title: string, stem: string, isTaken: (key: string) => boolean): string {
  const sounds = pinyin(title, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join('');
  const letters = sounds
    .replace(/[^A-Za-z0-9]/g, '')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 30);
  const begun = letters === '' ? stem : letters;
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? begun : `${begun}${count}`;
    if (!isTaken(key)) return key;
  }
}
