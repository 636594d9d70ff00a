import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say } from '../../../src/core/text/say.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { Reading } from '../../records/call/ports.ts';
import { readableFields, readRowsOf } from '../../records/call/read-rows.ts';
import { type Row, textIds } from '../../records/call/record-row.ts';
import { coverFields } from '../../records/read/answer-record.ts';

/** The entity whose schedule makes records of another, and the field by which these name their plan. */
interface Planned {
  readonly plan: EntityModel;
  readonly field: string;
}

/** By whose schedule records of an entity are made; undefined where none makes them, or they do not name it. */
export function plannedBy(model: EntityModel, { entities }: MetadataSnapshot): Planned | undefined {
  for (const plan of entities.values()) {
    const { entity, step } = plan.schedule?.create ?? {};
    if (entity !== model.key || step === undefined) continue;
    const field = Object.keys(step.values).find((key) => {
      const node = step.values[key]?.node;
      return node?.kind === 'name' && node.name === 'id';
    });
    if (field !== undefined) return { plan, field };
  }
  return undefined;
}

/**
 * Who set up the plans by which the platform made some records, by the id of the record: what nobody made was asked for
 * by whoever planned it. Where nobody planned it either, that it was made by plan is said.
 */
export async function plannersOf(
  { call, db }: Reading,
  { plan, field }: Planned,
  rows: readonly Row[],
): Promise<ReadonlyMap<unknown, string>> {
  const ids = [...new Set(rows.flatMap((row) => textIds(row[field])))];
  const fields = readableFields(plan).filter(({ key }) => key === 'id' || key === 'createUser');
  const plans = ids.length === 0 ? [] : await readRowsOf({ call, db }, plan, { ids, fields, labels: true });
  coverFields(call, fields, plans);
  const planners = new Map(plans.map(({ id, createUserLabel }) => [id, createUserLabel]));
  return new Map(
    rows.map((row) => {
      const planner = planners.get(row[field]);
      return [row.id, typeof planner === 'string' && planner !== '' ? planner : say('按计划自动生成')];
    }),
  );
}
