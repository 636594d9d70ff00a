import type { EntityModel, OperationModel } from '../../core/model/entity-model.ts';

/** A call of an entity, as the dispatcher's table holds it. */
export interface OpenApiCall {
  readonly entity: EntityModel;
  readonly operation: OperationModel;
  readonly method: string;
  /** `/api/anlan-safety/securitysystem/lawsregulations/page` */
  readonly path: string;
}

/** A call that no entity brings (signing in, files, menus). */
export interface OpenApiExtra {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly group: string;
  /** Whether it works without sign-in. */
  readonly open: boolean;
  readonly arguments: Readonly<Record<string, { readonly title: string; readonly required?: boolean }>>;
  /** Whether the arguments may also come in a body. */
  readonly body?: boolean;
  readonly answer: string;
}

/** A part of the document. */
export type Json = Readonly<Record<string, unknown>>;
