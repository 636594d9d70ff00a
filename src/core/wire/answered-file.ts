/** A file that a call answers in place of the envelope; the client reads it by `requestFile`. */
export interface AnsweredFile {
  readonly contentType: string;
  /** Name under which browsers keep it. */
  readonly name: string;
}
