import type { Entity } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { EntityModel } from './entity-model.ts';
import type { ModelWorld } from './model-world.ts';

/** What a page of a companion cannot offer: its records come and go with others. */
const GIVEN_ACTIONS: readonly string[] = ['add', 'delete', 'import'];

/** Builds what an entity accompanies; what does not fit is reported. */
export function buildCompanion(
  world: ModelWorld,
  entity: Entity,
  built: BuiltFields,
  { sink }: ExpressionCompiler,
): EntityModel['companion'] {
  const { companion } = entity;
  if (companion === undefined) return undefined;
  const path = ['companion'];
  const of = world.entity(companion);
  if (of === undefined) return undefined;
  if (of.companion !== undefined) {
    sink.error(path, `“${of.title}”本身就伴随“${of.companion}”，不能再有伴随它的记录`, `改为伴随“${of.companion}”`);
  }
  if ((entity.scope ?? 'tenant') !== 'tenant' || (of.scope ?? 'tenant') !== 'tenant') {
    sink.error(
      path,
      '由平台和各企业共用的记录不能伴随，也不能有伴随的记录',
      '两个实体都须是企业自己的数据（scope 为 tenant）',
    );
  }
  if (entity.parent !== undefined || entity.readOnly === true || entity.appendOnly === true) {
    sink.error(path, '子实体和只读的实体不能伴随别的记录', '删去 parent、readOnly 或 appendOnly，或删去 companion');
  }
  for (const [code, page] of Object.entries(entity.pages ?? {})) {
    const offered = [page.actions ?? [], ...Object.values(page.grants ?? {})].flat();
    const misplaced = GIVEN_ACTIONS.find((action) => offered.includes(action));
    if (misplaced === undefined) continue;
    const message = `“${entity.title}”随“${of.title}”自动建立和删除，页面不能有“${misplaced}”`;
    sink.error(['pages', code], message, `从 actions 和 grants 中去掉 ${misplaced}`);
  }
  const field = built.fields.find(({ base, target, multiple }) => !base && target === companion && !multiple);
  if (field === undefined) {
    sink.error(
      path,
      `没有引用“${of.title}”的字段，看不出伴随的是哪一条`,
      `加一个引用“${of.title}”的单选字段，由系统填写`,
    );
    return undefined;
  }
  return { of: companion, field: field.key };
}
