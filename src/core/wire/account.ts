/** What a code that reaches a telephone is for: it serves nothing else. */
export type CodePurpose = 'login' | 'register' | 'reset';

/** What is said of a code that was asked for: the same whether or not the number is anybody's. */
export interface SmsSent {
  /** Seconds after which another one may be asked for. */
  readonly seconds: number;
  /** Minutes for which it is good. */
  readonly minutes: number;
}
