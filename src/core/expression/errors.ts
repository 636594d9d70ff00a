/** A function that type-checks already, but whose run-time the caller's back end does not have. */
export class NotYetAliveError extends Error {
  override readonly name = 'NotYetAliveError';
  readonly functionName: string;

  constructor(functionName: string) {
    super(`尚未启用：${functionName}`);
    this.functionName = functionName;
  }
}

/** An expression that the checker would have refused reached the SQL back end. */
export class ExpressionTypeError extends Error {
  override readonly name = 'ExpressionTypeError';
}
