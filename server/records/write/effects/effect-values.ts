import type { EntityModel, ModelExpression } from '../../../../src/core/model/entity-model.ts';
import {
  evaluateOver,
  type RecordEnvironment,
  storedValue,
} from '../../../../src/core/validation/record-environment.ts';
import type { Row } from '../../call/record-row.ts';

/** Values of an effect's expressions as fields of an entity store them; what it has no field for is left out. */
export function effectValues(
  expressions: Readonly<Record<string, ModelExpression>>,
  target: EntityModel,
  record: Row,
  environment: RecordEnvironment,
): Row {
  return Object.fromEntries(
    Object.entries(expressions).flatMap(([key, expression]) => {
      const field = target.field.get(key);
      return field === undefined ? [] : [[key, storedValue(evaluateOver(expression, record, environment), field)]];
    }),
  );
}
