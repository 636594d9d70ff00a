import { ATTENTION_BLOCK, type Attention, attentionOf } from '../../../src/core/model/attention.ts';
import type { AttentionAnswer, AttentionList, AttentionRecord } from '../../../src/core/wire/attention.ts';
import { formatFigure } from '../../../src/core/wire/statistics.ts';
import { recordLine } from '../../flow/turns/record-line.ts';
import { createEntityCall } from '../../records/call/entity-call.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';
import { figurePageOf } from '../../records/list/figure-page.ts';
import { readPage } from '../../records/list/list.ts';
import { isMeasureOpen } from '../../records/list/measures.ts';
import type { PersonInput, SystemCall } from '../system/system-call.ts';

/** Records named of each measure. */
const NAMED = 5;

/** Measures read at once: the page after login of one person leaves connections to all others. */
const AT_ONCE = 3;

interface Asked {
  readonly call: EntityCall;
  readonly page: string;
  readonly attention: Attention;
}

function askedOf(call: EntityCall): readonly Asked[] {
  const page = figurePageOf(call);
  if (page === undefined) return [];
  const measures = call.model.source.statistics?.measures ?? {};
  return attentionOf(call.model.source)
    .filter(({ key, kind }) => kind === 'draft' || isMeasureOpen(call, key, measures))
    .map((attention) => ({ call, page, attention }));
}

async function readOne({ call, page, attention }: Asked): Promise<AttentionAnswer | undefined> {
  const { model } = call;
  const list = model.operations.find(({ kind }) => kind === 'page' || kind === 'list');
  if (list === undefined) return undefined;
  const figure = formatFigure({ block: ATTENTION_BLOCK, measure: attention.key });
  const due = openDue(call, attention.due);
  const orderBy = due !== undefined && model.field.get(due)?.column !== undefined ? due : '-updateTime';
  const answer = await readPage(call, list, { figure, size: String(NAMED), orderBy });
  if (answer.total === 0) return undefined;
  return {
    entity: model.key,
    entityTitle: model.title,
    kind: attention.kind,
    title: attention.title ?? '',
    page,
    figure,
    total: answer.total,
    ...(answer.totalCapped === true ? { totalCapped: true } : {}),
    records: answer.records.map((row) => recordOf(row, call, due)),
  };
}

/** The deadline's field, where the person may see it. */
function openDue({ model, fieldRights }: EntityCall, key: string | undefined): string | undefined {
  const field = key === undefined ? undefined : model.field.get(key);
  return field !== undefined && fieldRights.isOpen(field) ? key : undefined;
}

function recordOf(row: Row, { model, snapshot }: EntityCall, due: string | undefined): AttentionRecord {
  const deadline = due === undefined ? null : row[due];
  return {
    id: String(row.id),
    label: recordLine({ model, snapshot }, row),
    due: typeof deadline === 'string' ? deadline : null,
    updateTime: String(row.updateTime ?? ''),
  };
}

/** What waits for a person and what is wrong in what he may see; one entity that cannot be read hides no other. */
async function readAttention({ services, context, snapshot, request }: PersonInput): Promise<AttentionList> {
  const { entities } = services;
  const waiting = [...snapshot.entities.values()].flatMap((model) =>
    askedOf(createEntityCall(entities, context, snapshot, model)),
  );
  const found: AttentionAnswer[] = [];
  const failed = new Set<string>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { model } = next.call;
      const answer = await readOne(next).catch((error: unknown) => {
        request.log.error({ err: error, entity: model.key }, '首页的等办与异常未能读取');
        failed.add(model.title);
        return undefined;
      });
      if (answer !== undefined) found.push(answer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { found, failed: [...failed] };
}

/** The call behind the page after login. */
export const attentionCalls: readonly SystemCall[] = [
  {
    name: 'attention',
    method: 'GET',
    path: 'attention',
    title: '等我处理的记录和今天的异常',
    answer: 'found：entity、entityTitle、kind（mine、wrong、near、draft）、title、page、figure、total、records；failed',
    handle: readAttention,
  },
];
