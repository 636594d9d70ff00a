import type { LintedEntity, LintWorld } from './lint-context.ts';
import { suggestion } from './nearest.ts';

/** Keywords that say otherwise where the value of a field comes from. */
const OTHER_SOURCES = ['compute', 'cases', 'serial'] as const;

/**
 * Checks what an entity says of its server rules: the name is that of its own file, the file exists where the server's
 * files are known, and fields that rules fill stand in the record and have no other source.
 */
export function lintRules({ area, entity, sink }: LintedEntity, world: LintWorld): void {
  const { rules } = entity;
  const name = `${area}/${entity.entity}`;
  if (rules !== undefined && rules !== name) {
    sink.error(['rules'], `服务端规则“${rules}”不是本实体的`, `改为 "rules": "${name}"`);
  } else if (rules !== undefined && world.rules?.has(rules) === false) {
    const near = suggestion(rules, [...world.rules]);
    sink.error(['rules'], `没有服务端规则“${rules}”${near}`, `写出 server/areas/${rules}.rules.ts，或删去 rules`);
  }
  for (const [key, property] of Object.entries(entity.record.properties)) {
    const path = ['record', 'properties', key];
    for (const [column, { by }] of Object.entries(property.items?.properties ?? {})) {
      if (by === undefined) continue;
      const at = [...path, 'items', 'properties', column, 'by'];
      sink.error(at, '子表的列不能由服务端规则填写', '移到记录上，或用 compute 计算');
    }
    if (property.by === undefined) continue;
    if (rules === undefined) {
      const fix = `给实体写上 "rules": "${name}"，并写出 server/areas/${name}.rules.ts；或删去 by`;
      sink.error([...path, 'by'], `“${property.title}”由服务端规则填写，但实体没有 rules`, fix);
    }
    for (const other of OTHER_SOURCES) {
      if (property[other] === undefined) continue;
      sink.error([...path, other], `“${property.title}”由服务端规则填写，不能再写 ${other}`, `删去 ${other} 或 by`);
    }
  }
}
