import { withAside } from '../text/punctuate.ts';
import { say } from '../text/say.ts';
import type { ProvenSite } from '../wire/on-site.ts';

/** Id of the entry that says in a row of the log where a step was taken; no field has such an id. */
export const SITE_CHANGE = '@onSite';

/** How it was proven where a step was taken, in words: 现场定位（误差约12米）, 扫描区域标签, 照片代替定位：井下无信号. */
export function siteMark(proven: ProvenSite): string {
  switch (proven.how) {
    case 'tag':
      return say('扫描区域标签');
    case 'photo':
      return say('照片代替定位：{reason}', { reason: proven.reason });
    case 'fix':
      return withAside(say('现场定位'), say('误差约{metres}米', { metres: Math.ceil(proven.accuracy) }));
  }
}

/** What was kept with a step as it is read back; undefined for what is none, such as coordinates of earlier years. */
export function provenSite(value: unknown): ProvenSite | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { how } = value as { readonly how?: unknown };
  return how === 'fix' || how === 'tag' || how === 'photo' ? (value as ProvenSite) : undefined;
}
