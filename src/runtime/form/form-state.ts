import type { FieldAccess } from '../../core/model/entity-model.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { SeededTable } from '../../core/validation/seeded-rows.ts';
import type { WireFault } from '../../core/wire/contract.ts';
import type { ChosenLabel, RowServices } from '../../field-types/field-view.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import type { RecordData } from '../model/record-view.ts';
import type { TypedInput } from './lost-input.ts';

/** What a form holds besides the stored record: kept over a reload and over a change of the metadata. */
export interface FormSnapshot {
  /** Values that differ from the stored record, by the permanent id of their field. */
  readonly values: RecordData;
  readonly labels: RecordData;
  /** Fields that a person has entered, by id. */
  readonly touched: readonly string[];
  /** The same in words, for a form that has no place for it any more; missing in drafts of before. */
  readonly typed?: readonly TypedInput[];
}

/** What a form is made of. */
export interface FormEngineOptions {
  readonly page: EntityPageModel;
  /** The stored record; undefined for a new one. */
  readonly stored?: RecordData | undefined;
  /** Values that a new record starts with, over the defaults (a copy, a parent). */
  readonly initial?: RecordData | undefined;
  readonly environment: RecordEnvironment;
  readonly access?: (field: string) => FieldAccess;
  /** Fields of a stored record that are asked for only now: while they are empty they follow their defaults. Default none. */
  readonly asked?: readonly string[];
  /** Tables whose rows come from libraries, by their key. Default none. */
  readonly seeds?: ReadonlyMap<string, SeededTable>;
}

/** What observers of the whole form see. */
export interface FormEngineState {
  /** Whether a person changed something since it was last saved. */
  dirty: boolean;
  /** Grows with each change. */
  revision: number;
  /** Faults at the fields, in the order of the form. */
  faults: readonly WireFault[];
}

/** What a field model carries for its observer. */
export interface FieldData {
  required: boolean;
  label: ChosenLabel | undefined;
  /** Whether a person has entered a value where a default would follow other fields. Default false. */
  edited?: boolean;
  /** Whether a person overrides a computed value by it; default where a value was stored. */
  open?: boolean;
  /** Grows when the choices that the field offers have changed. Default 0. */
  offered?: number;
  /** What a sub-table asks about its rows; another one once a field that its columns look at has changed. */
  rows?: RowServices | undefined;
}
