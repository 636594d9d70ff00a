export { asksCalendar, callsWithin, namedDictionaries } from './calls.ts';
export { type CheckResult, checkExpression } from './check.ts';
export { entryOf } from './choices.ts';
export { type Completion, callAround, completionsAt } from './complete.ts';
export { Decimal, decimalText, roundDecimal, toDecimal } from './decimal.ts';
export { ExpressionTypeError, OutOfReachError } from './errors.ts';
export { compileEvaluator, evaluateCondition, evaluateExpression, evaluateNumber } from './evaluate.ts';
export { explainExpression, type Phrases } from './explain.ts';
export {
  entityRead,
  FUNCTIONS,
  type FunctionName,
  isFunctionName,
} from './functions.ts';
export type {
  BinaryOperator,
  CallNode,
  ExpressionNode,
  MemberNode,
  NameNode,
} from './node.ts';
export { memberPath, nodePartsOf, RESERVED_NAMES, withParts } from './node.ts';
export { parseExpression } from './parse.ts';
export { earlierPeriod, PERIOD_UNITS, type PeriodUnit, parsePeriod, periodName } from './period.ts';
export { printExpression } from './print.ts';
export { collectReferences, renameReferences } from './references.ts';
export {
  createScope,
  type ExpressionScope,
  type ExpressionSetting,
  ME_FIELDS,
  recordAbove,
  recordsInside,
  type ScopeEntry,
} from './scope.ts';
export { MAX_DEPTH, MAX_OPERATORS, MAX_SOURCE_LENGTH } from './source.ts';
export { type ExpressionFault, faultsIn, positionIn, spansIn } from './spans.ts';
export { type CompiledSql, compileExpressionSql } from './sql-compile.ts';
export {
  type JsonbColumn,
  jsonbRows,
  quoteIdentifier,
  quoteText,
  type SqlColumn,
  type SqlEnvironment,
  type SqlOptions,
  type SqlRows,
} from './sql-environment.ts';
export { joinSql, renderSql, type SqlFragment, type SqlParameter, sql } from './sql-fragment.ts';
export type { SqlType } from './sql-type.ts';
export { substituteNames } from './substitute.ts';
export {
  compareValues,
  type EvaluationEnvironment,
  type ExpressionCalendar,
  type ExpressionUser,
  plainValue,
  type Value,
} from './value.ts';
export { describeType, isRowsType, type ValueType } from './value-type.ts';
