import {
  compileListQuery,
  type FilterCondition,
  filterArgument,
  type ListShape,
} from '../../../../src/compile/sql/list-query.ts';
import { AnlanError } from '../../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../../src/core/model/entity-model.ts';
import type { RuleActs, RuleCondition } from '../../../../src/core/rules/define-rules.ts';
import { say } from '../../../../src/core/text/say.ts';
import { ruleContext, rulesOf } from '../../call/area-rules.ts';
import { followingCall, withCall } from '../../call/entity-call.ts';
import type { Tx } from '../../call/ports.ts';
import { queryInput, runQuery } from '../../call/query-input.ts';
import { columnValue, createRowReader, isSecret, type Row } from '../../call/record-row.ts';
import { recordTitle } from '../../call/record-title.ts';
import { titledRow } from '../../call/titled-row.ts';

/** Most records that rules find at once, since all of it is one transaction. */
const MOST = 1_000;

/** A write that the rules of its entity follow. */
interface RuledRecord {
  readonly id: string;
  /** Values after the write. */
  readonly values: Row;
  /** Values before; empty for a new record. */
  readonly stored: Row;
  /** What a transition proposed. */
  readonly row?: Row;
  readonly transition?: string;
  /** What was done, for the log of what follows. */
  readonly action: string;
}

/** What the rules of an entity do after a write, as the platform, in its transaction. */
export async function runAfterRules(tx: Tx, { id, values, stored, ...written }: RuledRecord): Promise<void> {
  const { call } = tx;
  const rules = rulesOf(call);
  if (rules?.after === undefined) return;
  const { model } = call;
  const title = recordTitle(call, await titledRow(tx, values), id);
  const cause = say('由{model}“{title}”的“{action}”触发', { model: model.title, title, action: written.action });
  const acting = (entity: string): Tx => {
    const target = call.snapshot.entities.get(entity);
    if (target === undefined) throw new Error(`the rules of ${model.key} name an unknown entity ${entity}`);
    return withCall(tx, followingCall(call, target, { cause }));
  };
  const acts: RuleActs = {
    find: (entity, where) => find(acting(entity), where),
    create: (entity, body) => tx.verbs.save(acting(entity), body),
    fire: (entity, target, transition, body = {}) => tx.verbs.fire(acting(entity), target, transition, body),
  };
  const write = { record: { ...values, id }, old: stored, row: written.row, transition: written.transition };
  await rules.after({ ...ruleContext(call, write), id }, acts);
}

/** Records whose stored fields have the values, oldest first. */
async function find(tx: Tx, where: RuleCondition): Promise<readonly Row[]> {
  const { call } = tx;
  const { model } = call;
  const fields = model.fields.filter((field) => field.column !== undefined && !isSecret(field));
  const id = model.field.get('id');
  const shape: ListShape = {
    model,
    fields,
    where: [],
    access: 'all',
    filters: Object.entries(where).map(([key, value]) => conditionOf(model, key, value)),
    search: [],
    byIds: false,
    sort: id === undefined ? [] : [{ field: id, descending: false }],
    paged: true,
    total: 'none',
    labels: false,
  };
  const query = { ...compileListQuery(shape, call.world), name: undefined };
  const values = Object.fromEntries(
    shape.filters.map(({ field, how, argument }) => {
      const value = where[field.key];
      return [argument, how === 'equals' ? columnValue(field, value, call.snapshot.timeZone) : value];
    }),
  );
  const rows = await runQuery(tx.db, query, queryInput(call, { ...values, limit: MOST + 1, offset: 0 }));
  if (rows.length > MOST) {
    throw new AnlanError('guardFailed', {
      detail: say('一次联动涉及的{target}超过{most}条，请缩小范围', { target: model.title, most: MOST }),
    });
  }
  const read = createRowReader(fields, call.snapshot, false);
  for (const row of rows) read(row);
  return rows;
}

function conditionOf(model: EntityModel, key: string, value: RuleCondition[string]): FilterCondition {
  const field = model.field.get(key);
  if (field?.column === undefined) throw new Error(`rules look for ${model.key} by ${key}, which is no stored field`);
  const argument = filterArgument(field);
  if (value === null) return { field, how: 'empty', argument };
  return { field, how: Array.isArray(value) ? 'any' : 'equals', argument };
}
