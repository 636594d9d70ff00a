export { type CheckResult, checkExpression } from './check.ts';
export { Decimal, decimalText, roundDecimal, toDecimal } from './decimal.ts';
export { ExpressionTypeError, NotYetAliveError } from './errors.ts';
export { compileEvaluator, evaluateCondition, evaluateExpression, evaluateNumber } from './evaluate.ts';
export {
  FUNCTIONS,
  type FunctionDefinition,
  type FunctionName,
  type FunctionParameter,
  isFunctionName,
} from './functions.ts';
export type {
  BinaryNode,
  BinaryOperator,
  CallNode,
  ConditionalNode,
  ExpressionNode,
  ExpressionProblem,
  ListNode,
  LiteralNode,
  LiteralValue,
  MemberNode,
  NameNode,
  UnaryNode,
  UnaryOperator,
} from './node.ts';
export { memberPath, RESERVED_NAMES } from './node.ts';
export { type ParseResult, parseExpression } from './parse.ts';
export { printExpression } from './print.ts';
export { collectReferences, renameReferences } from './references.ts';
export {
  createScope,
  type ExpressionScope,
  type ExpressionSetting,
  type LookupEntity,
  ME_FIELDS,
  type ScopeEntry,
  type ScopeOptions,
  type ScopeSource,
} from './scope.ts';
export { MAX_DEPTH, MAX_OPERATORS, MAX_SOURCE_LENGTH } from './source.ts';
export { type CompiledSql, compileExpressionSql } from './sql-compile.ts';
export {
  jsonbRows,
  quoteIdentifier,
  quoteText,
  type SqlColumn,
  type SqlEnvironment,
  type SqlOptions,
  type SqlRows,
} from './sql-environment.ts';
export { joinSql, renderSql, type SqlFragment, type SqlParameter, sql } from './sql-fragment.ts';
export type { SqlScalarType, SqlType } from './sql-type.ts';
export {
  compareText,
  type EvaluationEnvironment,
  type ExpressionCalendar,
  type ExpressionUser,
  plainValue,
  type Value,
} from './value.ts';
export { describeType, sameType, unifyTypes, type ValueType } from './value-type.ts';
