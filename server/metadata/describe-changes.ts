import { diffEntities, formatChange } from '../../src/core/dialect/diff-entities.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import type { Admission } from './judge/admit-files.ts';
import { type ParsedWorld, parseFiles } from './judge/parse-world.ts';
import type { MetadataText } from './judge/read-once.ts';
import { metadataFileName } from './metadata-files.ts';

/** Differences of an entity that are named one by one. */
const MOST_NAMED = 3;

/** What came into service and what went, each as words: `法律法规（lawRegulation）新增字段 shelfNo（档案盒号）`. */
export function describeChanges(
  { accepted, gone, parsed }: Pick<Admission<MetadataText>, 'accepted' | 'gone' | 'parsed'>,
  stored: readonly MetadataText[],
): readonly string[] {
  const former = accepted.some(({ kind }) => kind === 'entity') ? parseFiles(stored) : undefined;
  const entityOf = (world: ParsedWorld | undefined, { key }: MetadataText): Entity | undefined =>
    world?.entities.find(({ entity }) => entity.entity === key)?.entity;
  return [
    ...accepted.map((file) => {
      const now = file.kind === 'entity' ? entityOf(parsed, file) : undefined;
      return now === undefined ? metadataFileName(file) : describe(now, entityOf(former, file));
    }),
    ...gone.map((file) => `不再有 ${metadataFileName(file)}`),
  ];
}

function describe(now: Entity, was: Entity | undefined): string {
  const name = `${now.title}（${now.entity}）`;
  if (was === undefined) return `新实体 ${name}`;
  const changes = diffEntities(was, now).map(formatChange);
  if (changes.length === 0) return `${name}，只改了写法`;
  const more = changes.length > MOST_NAMED ? `等 ${changes.length} 处` : '';
  return `${name} ${changes.slice(0, MOST_NAMED).join('、')}${more}`;
}
