import type { EntityModel } from '../model/entity-model.ts';
import type { LintedEntity } from './lint-context.ts';

/**
 * What an expression reads of records of another entity must be stored there: the database is asked, and a value that
 * is made when a record is read stands in no column.
 */
export function lintForeign({ foreign, sink }: LintedEntity, modelOf: (key: string) => EntityModel | undefined): void {
  for (const { path, expression } of foreign) {
    for (const name of expression.references) {
      const [, entity = '', key = ''] = /^@([^.]+)\.([^.]+)/.exec(name) ?? [];
      const target = modelOf(entity);
      const field = target?.field.get(key);
      if (target === undefined || field?.live !== true) continue;
      const source = field.compute?.source ?? field.cases?.flatMap(({ when }) => when?.source ?? []).join('；') ?? '';
      sink.error(
        path,
        `“${target.title}”的“${field.title}”（${key}）是读取时才算出的值，没有存在数据库里，不能在 sum、count、newest、exists、lookup 等读另一实体的函数里用它`,
        `直接写出它的条件：${source}`,
      );
    }
  }
}
