/** Tables of the platform itself, as DDL that may run again and again. */
export interface PlatformTable {
  readonly name: string;
  /** Idempotent statements; unqualified names do not exist here, write `platform."name"`. */
  readonly ddl: string;
  /** Whether the serving role may only insert and read. Default false. */
  readonly insertOnly?: boolean;
  /** Whether the serving role may only read. Default false. */
  readonly readOnly?: boolean;
}
