/**
 * A function reaches what the environment at hand does not have: a browser has no other records, a form no calendar. Who
 * evaluates decides what that means; nothing is unfinished here.
 */
export class OutOfReachError extends Error {
  override readonly name = 'OutOfReachError';
  readonly functionName: string;

  constructor(functionName: string) {
    super(`此处无法取得：${functionName}`);
    this.functionName = functionName;
  }
}

/** An expression that the checker would have refused reached the SQL back end. */
export class ExpressionTypeError extends Error {
  override readonly name = 'ExpressionTypeError';
}
