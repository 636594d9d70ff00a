import type { LintedEntity } from './lint-context.ts';

/** Refuses `together` of a transition where one answer cannot stand for several records. */
export function lintTogether({ model, sink }: LintedEntity): void {
  for (const { key, title, together, fields, writes, scan, approve } of Object.values(model.transitions)) {
    if (together.length === 0) continue;
    const path = ['transitions', key, 'together'];
    const alone =
      writes !== undefined ? 'writes' : scan !== undefined ? 'scan' : approve !== undefined ? 'approve' : null;
    if (alone !== null) {
      sink.error(path, `“${title}”有 ${alone}，只能逐条办理`, `去掉 together，或去掉 ${alone}`);
    }
    together.forEach((field, index) => {
      if (fields.some((asked) => asked.field === field)) return;
      sink.error([...path, index], `“${title}”没有询问字段“${field}”`, '从 fields 里选，或先写入 fields');
    });
    for (const { field, required } of fields) {
      if (!required || together.includes(field)) continue;
      const named = model.field.get(field)?.title ?? field;
      sink.error(path, `多条一起办理时没有询问必填的“${named}”`, `把“${field}”加入 together，或不要求必填`);
    }
  }
}
