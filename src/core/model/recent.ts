import type { Property } from '../dialect/entity.generated.ts';
import type { FieldTypeDefinition } from '../field-type.ts';
import type { ExpressionCompiler } from './compile-expression.ts';

type Path = readonly (string | number)[];

interface RecentField {
  readonly compiler: ExpressionCompiler;
  readonly property: Property;
  readonly type: FieldTypeDefinition;
}

/** Reports a field that cannot offer what was entered in it before: nobody enters it, or nobody may read it back. */
export function checkRecent(
  { compiler: { sink }, property, type }: RecentField,
  path: Path,
  isComputed: boolean,
): void {
  if (property.recent === undefined) return;
  const at = [...path, 'recent'];
  if (isComputed || property.disabledWhen === 'true' || property.serial !== undefined) {
    sink.error(at, `“${property.title}”没有人填写，无从列出最近填写的值`, '删去 recent');
  } else if (
    type.group === 'file' ||
    type.seal !== undefined ||
    property.writeOnly === true ||
    property.mask !== undefined
  ) {
    sink.error(at, `“${property.title}”不能从别的记录取用（附件、签名、密码和遮盖的值）`, '删去 recent');
  }
}
