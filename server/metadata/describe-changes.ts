import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import type { MetadataText } from './judge/parse-world.ts';
import { parseFiles } from './judge/parse-world.ts';
import { metadataFileName } from './metadata-files.ts';

/** Differences of an entity that are named one by one. */
const MOST_NAMED = 3;

/** What came into service and what went, each as words: `法律法规（lawRegulation）新增字段 shelfNo（档案盒号）`. */
export function describeChanges(
  accepted: readonly MetadataText[],
  gone: readonly MetadataText[],
  stored: readonly MetadataText[],
): readonly string[] {
  const before = new Map(stored.map((file) => [`${file.kind} ${file.key}`, file]));
  return [
    ...accepted.map((file) => describe(file, before.get(`${file.kind} ${file.key}`))),
    ...gone.map((file) => `不再有 ${metadataFileName(file)}`),
  ];
}

function entityOf(file: MetadataText) {
  return parseFiles([file]).entities[0]?.entity;
}

function describe(file: MetadataText, former: MetadataText | undefined): string {
  const now = file.kind === 'entity' ? entityOf(file) : undefined;
  if (now === undefined) return metadataFileName(file);
  const name = `${now.title}（${now.entity}）`;
  const was = former === undefined ? undefined : entityOf(former);
  if (was === undefined) return `新实体 ${name}`;
  const changes = diffEntities(was, now).map(formatChange);
  if (changes.length === 0) return `${name}，只改了写法`;
  const more = changes.length > MOST_NAMED ? `等 ${changes.length} 处` : '';
  return `${name} ${changes.slice(0, MOST_NAMED).join('、')}${more}`;
}
