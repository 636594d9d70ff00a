import { compileAsked, type Side } from '../../../src/compile/sql/bound-record.ts';
import {
  type CallNode,
  joinSql,
  renderSql,
  type SqlFragment,
  type SqlParameter,
  type SqlType,
  sql,
} from '../../../src/core/expression/index.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { answerText } from './answer-text.ts';
import type { EntityCall } from './ports.ts';
import type { Row } from './record-row.ts';
import { placedValue, valuePlacer } from './value-placer.ts';
import { watched } from './watched-world.ts';

/** The record that an `exists` looks from, with the special records of its place. */
export interface ExistsSubject {
  readonly record: Row;
  readonly stored: Row | undefined;
  readonly row: Row | undefined;
  /** Entity whose fields a proposed row has; undefined where it only has fields of the record. */
  readonly rowModel: EntityModel | undefined;
}

/** A call as it is asked about one record. */
interface AskedQuestion {
  readonly query: SqlFragment;
  readonly type: SqlType;
  /** The same for the same question with the same values. */
  readonly key: string;
}

/** A value that stands in a question: of a field, on one of the sides, or the tenant's code. */
type Asked = { readonly field: FieldModel; readonly side: Side; readonly isNull: boolean } | 'tenant';

/** A question as it is asked of all records in which the same values are missing: its SQL, with where their values stand. */
interface CompiledQuestion {
  readonly model: EntityModel;
  readonly rowModel: EntityModel | undefined;
  readonly parts: SqlFragment['parts'];
  /** Stands for its text, which is long, where questions are told apart. */
  readonly number: number;
  readonly type: SqlType;
  readonly asked: ReadonlyMap<SqlParameter, Asked>;
}

/** Questions of a call that are kept; what is missing in still other ways is compiled each time. */
const MOST_KEPT = 16;

let lastNumber = 0;

const keptOf = new WeakMap<MetadataSnapshot, WeakMap<CallNode, CompiledQuestion[]>>();

function keptFor(snapshot: MetadataSnapshot, node: CallNode): CompiledQuestion[] {
  const ofSnapshot = keptOf.get(snapshot) ?? new WeakMap<CallNode, CompiledQuestion[]>();
  keptOf.set(snapshot, ofSnapshot);
  const kept = ofSnapshot.get(node) ?? [];
  ofSnapshot.set(node, kept);
  return kept;
}

/**
 * A call as a question about a record. Its SQL follows from the call and from which values are missing, so it is compiled
 * once for all records that lack the same, unless it says what the time is or who asks.
 */
export function askedAbout(call: EntityCall, node: CallNode, subject: ExistsSubject): AskedQuestion {
  const { tenantId } = call.context;
  const zone = call.snapshot.timeZone;
  const sides: Readonly<Record<Side, Row | undefined>> = { '': subject.record, old: subject.stored, row: subject.row };
  const givenFor = (asked: Asked): unknown =>
    asked === 'tenant' ? tenantId : placedValue(asked.field, 't', sides[asked.side], zone).value;
  const kept = keptFor(call.snapshot, node);
  for (const { model, rowModel, asked, parts, number, type } of kept) {
    if (model !== call.model || rowModel !== subject.rowModel) continue;
    const values = new Map([...asked].map(([parameter, one]) => [parameter, givenFor(one)]));
    const alike = [...asked].every(([at, one]) => one === 'tenant' || (values.get(at) === null) === one.isNull);
    if (!alike) continue;
    const given = parts.map((part) =>
      typeof part === 'string' || !values.has(part) ? part : { ...part, value: values.get(part) },
    );
    const all = given.flatMap((part) => (typeof part === 'string' ? [] : [part.value]));
    return { query: { parts: given }, type, key: JSON.stringify([number, all]) };
  }
  const { timeless, ...compiled } = compileQuestion(call, node, subject, sides);
  const { parts, type } = compiled;
  const { text, values } = renderSql({ parts });
  if (!timeless || kept.length === MOST_KEPT) return { query: { parts }, type, key: JSON.stringify([text, values]) };
  lastNumber += 1;
  kept.push({ ...compiled, number: lastNumber });
  return { query: { parts }, type, key: JSON.stringify([lastNumber, values]) };
}

function compileQuestion(
  call: EntityCall,
  node: CallNode,
  { rowModel }: ExistsSubject,
  sides: Readonly<Record<Side, Row | undefined>>,
): Omit<CompiledQuestion, 'number'> & { readonly timeless: boolean } {
  const columns = new Map<string, SqlFragment>([
    ['tenantId', sql`${{ value: call.context.tenantId, type: 'text' }} as "tenantId"`],
  ]);
  const names = new Map<string, Asked>([['tenantId', 'tenant']]);
  const { model, snapshot } = call;
  const zone = snapshot.timeZone;
  const place = valuePlacer(columns, 't', zone);
  const { world, isLookedAt } = watched(call.world);
  const found = compileAsked(node, { model, rowModel }, world, (field, side) => {
    const name = side === '' ? field.id : `${side}.${field.id}`;
    const column = place(field, name, sides[side]);
    names.set(name, { field, side, isNull: column.isNull === true });
    return column;
  });
  const { parts } =
    sql`select ${answerText(found, zone)} as found from (select ${joinSql([...columns.values()], ', ')}) t`;
  const asked = new Map(
    [...columns].flatMap(([name, fragment]): [SqlParameter, Asked][] => {
      const parameter = fragment.parts.find((part) => typeof part !== 'string');
      const one = names.get(name);
      return parameter === undefined || one === undefined ? [] : [[parameter, one]];
    }),
  );
  return { model, rowModel, parts, type: found.type, asked, timeless: !isLookedAt() };
}
