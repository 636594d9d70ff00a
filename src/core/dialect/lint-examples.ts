import type { LintedEntity } from './lint-context.ts';
import { suggestion } from './nearest.ts';

/** Checks that examples name only fields that exist and give what can be entered. */
export function lintExamples({ entity, model, sink }: LintedEntity): void {
  for (const [index, example] of (entity.examples ?? []).entries()) {
    const path = ['examples', index];
    const known = [...model.field.keys()];
    for (const part of ['record', 'expect', 'errors'] as const) {
      for (const key of Object.keys(example[part] ?? {})) {
        const at = [...path, part, key];
        if (!model.field.has(key)) {
          sink.error(at, `没有名为“${key}”的字段${suggestion(key, known)}`, '改为已有的字段');
        } else if (part === 'record' && model.field.get(key)?.computed === true) {
          sink.error(at, `“${key}”由计算得出，不能给值`, '移到 expect');
        }
      }
    }
    if (example.valid === true && Object.keys(example.errors ?? {}).length > 0) {
      sink.error([...path, 'valid'], '既写了 errors 又写 "valid": true', '删去其中一个');
    }
    if (example.now !== undefined && !isDate(example.now.slice(0, 10))) {
      sink.error([...path, 'now'], `“${example.now}”不是存在的日期`, '改为存在的日期');
    }
  }
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
