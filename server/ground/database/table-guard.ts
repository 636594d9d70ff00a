/**
 * What the database itself does when a row of a platform's entity is written, whoever writes it: a call, an import, a
 * job or somebody at the console. Only for what must never be forgotten; everything else belongs to the service.
 */
export interface TableGuard {
  /** Name of the trigger, and of its function in schema `platform`. */
  readonly name: string;
  /** Table in schema `data`. */
  readonly table: string;
  /** When it fires: `after update`, or `before insert or update`. */
  readonly fires: string;
  /** Condition over `old` and `new`; default always. */
  readonly when?: string;
  /** Functions that the body calls, complete statements. */
  readonly functions?: string;
  /** PL/pgSQL between `begin` and `end`, with its `declare` in front where it has one. */
  readonly body: string;
  /** Whether it runs with the rights of the owner. Default with those of whoever writes. */
  readonly definer?: boolean;
}
