import { tableName } from '../../../src/compile/sql/plan-tables.ts';
import { printOf, wholeValue } from '../../../src/core/field-forms.ts';
import type { PrintContent } from '../../../src/core/field-type.ts';
import type { FieldModel, PrintFieldModel, PrintSectionModel } from '../../../src/core/model/entity-model.ts';
import { siteMark } from '../../../src/core/site/site-mark.ts';
import { currentLanguage } from '../../../src/core/text/language.ts';
import { phrases, withAside } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldTone } from '../../../src/core/validation/field-tone.ts';
import { fieldContext, holds } from '../../../src/core/validation/record-environment.ts';
import type { FlowHistory } from '../../../src/core/wire/approval.ts';
import { flowHistory } from '../../flow/approval/flow-history.ts';
import { recordRequests } from '../../flow/approval/request.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { actionTitle, writeAudit } from '../../records/audit/audit.ts';
import { type SiteStep, siteSteps } from '../../records/audit/state-changes.ts';
import { callFor, requireAction } from '../../records/call/entity-call.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall, Reading } from '../../records/call/ports.ts';
import { prepareEnvironment } from '../../records/call/prepare-environment.ts';
import { readableFields, readValuesOf } from '../../records/call/read-rows.ts';
import type { Row } from '../../records/call/record-row.ts';
import { readHistory } from '../../records/list/history.ts';
import { shownAccess } from '../../records/read/field-conditions.ts';
import { readDetail } from '../../records/read/read-detail.ts';
import {
  PRINT_LIMITS,
  type PrintCell,
  type PrintDocument,
  type PrintRecord,
  type PrintSection,
} from './print-document.ts';

/** Entries of the history on paper. */
const HISTORY_ROWS = 50;

/** What printing asks of the rest of the server. */
interface PrintSources {
  /** Contents of pictures that fit on paper, by file id. */
  readPictures(call: EntityCall, attachIds: readonly string[]): Promise<Readonly<Record<string, Uint8Array>>>;
  /** Address under which the person reached the server, without a slash at its end; undefined where it is not known. */
  readonly origin: string | undefined;
  /** Told after each record how many were read. */
  readonly report?: ((done: number) => void) | undefined;
}

/**
 * Records as they are printed for the caller: what he may not see is left out, what he sees masked is masked, as on
 * their page. Needs the button `print` where a page has it, else the sight of the record; that each was printed is
 * logged.
 */
export async function readPrint(
  call: EntityCall,
  ids: readonly string[],
  sources: PrintSources,
): Promise<PrintDocument> {
  const { model, context } = call;
  requireAction(call, model.print.button ? 'print' : 'view', say('打印'));
  const records: PrintRecord[] = [];
  for (const id of new Set(ids)) {
    records.push(await readRecord(call, id, sources.origin));
    sources.report?.(records.length);
  }
  const [first] = records;
  const title = [first?.heading ?? '', first?.name ?? ''].filter(Boolean).join(' ');
  const pictures = records.flatMap(({ sections }) => picturesIn(sections).slice(0, PRINT_LIMITS.pictures));
  return {
    title: records.length > 1 ? say('{name}等{count}份', { name: title, count: records.length }) : title,
    language: currentLanguage(),
    company: await call.services.database.transaction(context.tenantId, (db) => companyOf({ call, db })),
    printedBy: await printerOf(call, ids),
    printedAt: call.now,
    watermark: model.print.watermark,
    records,
    pictures: pictures.length === 0 ? {} : await sources.readPictures(call, [...new Set(pictures)]),
  };
}

/** Who prints: nobody by name where one of the records is his own anonymous one, since the paper is passed on. */
async function printerOf(call: EntityCall, ids: readonly string[]): Promise<string> {
  const { model, context, services } = call;
  const { alias, realName } = context.caller;
  if (model.anonymous === undefined || alias === undefined) return realName;
  const own = await services.database.withTenant(context.tenantId, (db) =>
    db.query(
      `select 1 from ${tableName(model.id)} where "tenantId" = $1 and id = any($2) and "createUser" = $3 limit 1`,
      [context.tenantId, ids, alias],
    ),
  );
  return own.length > 0 ? say('匿名') : realName;
}

async function readRecord(call: EntityCall, id: string, origin: string | undefined): Promise<PrintRecord> {
  const { model, context } = call;
  const record = await readDetail(call, id, new Set(['children']));
  const { absent, shown, flows, sites, title } = await call.services.database.transaction(
    context.tenantId,
    async (db) => {
      const tx = { call, db };
      const values = (await readValuesOf(tx, model, id)) ?? record;
      const conditions = [
        ...model.print.sections.map(({ visible }) => visible),
        ...model.print.titles.map(({ when }) => when),
      ];
      const expressions = conditions.filter((expression) => expression !== undefined);
      const environment = await prepareEnvironment(tx, values, { stored: values, expressions });
      const recordTitle = String(record[`${model.label}Label`] ?? record[model.label] ?? id);
      await writeAudit(tx, { recordId: id, recordTitle, action: 'print', changes: [] });
      return {
        absent: new Set(
          model.fields
            .filter(({ visible }) => visible !== undefined && !holds(visible, values, environment))
            .map(({ key }) => key),
        ),
        shown: model.print.sections.filter(
          ({ visible }) => visible === undefined || holds(visible, values, environment),
        ),
        title: model.print.titles.find(({ when }) => holds(when, values, environment))?.title ?? model.print.title,
        flows: await votesOf(tx, id),
        sites: await siteSteps(tx, id),
      };
    },
  );
  const children = (record.children ?? {}) as Readonly<Record<string, readonly Row[]>>;
  const sections = shown.flatMap((section) => sectionOf(call, section, { record, absent, children, flows }));
  if (model.print.history) sections.push(await historySection(call, id));
  else if (sites.length > 0) sections.push(sitesSection(call, sites));
  const status = typeof record.status === 'string' ? record.status : undefined;
  return {
    heading: title,
    name: text(record[`${model.label}Label`] ?? record[model.label]),
    nameTitle: model.field.get(model.label)?.title ?? model.label,
    state: status === undefined ? '' : (model.states[status]?.title ?? ''),
    link: model.print.qrCode ? linkOf(call, id, origin) : undefined,
    sections,
    note: model.print.note,
  };
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

async function votesOf(tx: Reading, id: string): Promise<readonly FlowHistory[]> {
  const { call } = tx;
  if (!call.model.print.sections.some(({ approvals }) => approvals.length > 0)) return [];
  return flowHistory(tx, await recordRequests(tx.db, call.model.id, id));
}

async function companyOf(tx: Reading): Promise<string> {
  const [row] = await tx.db.query<{ tenantName: string }>(
    'select "tenantName" from data.tenant where "tenantCode" = $1 and "isDeleted" = 0',
    [tx.call.context.tenantId],
  );
  return row?.tenantName ?? '';
}

/** Address of the record's page: on the page that the call names, else on the first that the person sees and the menu has. */
function linkOf(call: EntityCall, id: string, origin: string | undefined): string | undefined {
  if (origin === undefined) return undefined;
  const { snapshot, model, rights } = call;
  const codes = Object.values(model.pages).filter(({ code }) => rights.page(code).has('view'));
  const paths = codes.flatMap(({ code, hidden }) =>
    snapshot.menu.filter((entry) => entry.code === code).map(({ path }) => ({ path, hidden })),
  );
  const place = paths.find(({ hidden }) => !hidden) ?? paths[0];
  return place === undefined ? undefined : `${origin}${place.path}/view/${encodeURIComponent(id)}`;
}

interface Material {
  readonly record: Row;
  /** Fields that the record does not have: their condition does not hold. */
  readonly absent: ReadonlySet<string>;
  readonly children: Readonly<Record<string, readonly Row[]>>;
  readonly flows: readonly FlowHistory[];
}

function sectionOf(call: EntityCall, section: PrintSectionModel, material: Material): PrintSection[] {
  if (section.approvals.length > 0) return [votesSection(section, material.flows)];
  if (section.rows !== undefined) return rowsSection(call, section, material.children);
  const cells = section.fields.flatMap((entry) => cellOf(call, entry, material));
  return cells.length === 0 ? [] : [{ kind: 'grid', title: section.title, columns: section.columns, cells }];
}

/** A field in a grid; none where the person does not see it or the record has no such field. */
function cellOf(call: EntityCall, entry: PrintFieldModel, { record, absent }: Material): PrintCell[] {
  const field = call.model.field.get(entry.field);
  if (field === undefined || absent.has(field.key) || !Object.hasOwn(record, field.key)) return [];
  return [{ title: entry.title ?? field.title, content: contentOf(call, field, record), span: entry.span }];
}

function contentOf(call: EntityCall, field: FieldModel, record: Row): PrintContent {
  const value = record[field.key];
  const label = record[`${field.key}Label`];
  if (shownAccess(call, field, record) === 'masked') {
    return { kind: 'text', text: text(value) };
  }
  const labels = typeof label === 'string' || Array.isArray(label) ? (label as string | readonly string[]) : undefined;
  const context = fieldContext(field, { choices: (asked) => choicesOf(call.snapshot, asked) }, labels);
  const columns = field.columns?.map((column) => ({
    field: fieldContext(column, { choices: (asked) => choicesOf(call.snapshot, asked) }),
    type: column.type,
  }));
  const whole = wholeValue(field, record);
  const printed = printOf(field.type, whole, { ...context, ...(columns === undefined ? {} : { columns }) });
  const tone = fieldTone(field, record, recordEnvironment(call));
  // Paper has no colour to rely on: the word alone says it.
  return tone === undefined || printed.kind !== 'text'
    ? printed
    : { ...printed, text: withAside(printed.text, tone.word) };
}

function rowsSection(
  call: EntityCall,
  section: PrintSectionModel,
  children: Readonly<Record<string, readonly Row[]>>,
): PrintSection[] {
  const model = call.snapshot.entities.get(section.rows ?? '');
  if (model === undefined) return [];
  const child = callFor(call, model);
  const rows = children[model.key] ?? [];
  const known = new Map(readableFields(model).map((field) => [field.key, field]));
  // A column that is hidden from the person is missing in each row, and in none of them where there are no rows.
  const fields = section.fields.flatMap((entry) => {
    const field = known.get(entry.field);
    const hidden =
      field === undefined ||
      (rows.length === 0 ? !child.fieldRights.isEverSeen(field) : rows.every((row) => !Object.hasOwn(row, field.key)));
    return hidden || field === undefined ? [] : [{ entry, field }];
  });
  const order = model.field.has('seq') ? [...rows].sort((a, b) => Number(a.seq ?? 0) - Number(b.seq ?? 0)) : rows;
  return [
    {
      kind: 'table',
      title: section.title,
      head: [
        ...(section.numbered ? [{ title: say('序号'), width: 5 }] : []),
        ...fields.map(({ entry, field }) => ({ title: entry.title ?? field.title, width: entry.width })),
      ],
      rows: order.map((row, index) => [
        ...(section.numbered ? [{ kind: 'text' as const, text: String(index + 1) }] : []),
        ...fields.map(({ field }) =>
          Object.hasOwn(row, field.key) ? contentOf(child, field, row) : { kind: 'text' as const, text: '' },
        ),
      ]),
      left: 0,
    },
  ];
}

/** Votes of the newest request of each transition: an older one was taken back or refused. */
function votesSection(section: PrintSectionModel, flows: readonly FlowHistory[]): PrintSection {
  const newest = section.approvals.flatMap(
    (transition) => flows.findLast((flow) => flow.transition === transition) ?? [],
  );
  const several = section.approvals.length > 1;
  const rows = newest.flatMap((flow) =>
    flow.steps
      .filter(({ action }) => action === 'pass' || action === 'reject' || action === 'waiting')
      .map((step): PrintContent[] => [
        {
          kind: 'text',
          text: [several ? flow.transitionTitle : '', step.levelTitle ?? ''].filter(Boolean).join(' · '),
        },
        {
          kind: 'text',
          text: phrases([
            step.opinion
              ? say('{field}：{message}', { field: step.actionLabel, message: step.opinion })
              : step.actionLabel,
            ...(step.place === null ? [] : [step.place]),
          ]),
        },
        step.signature === null ? { kind: 'text', text: '' } : { kind: 'drawing', image: step.signature, caption: '' },
        { kind: 'text', text: step.behalfOf === null ? step.userName : withAside(step.userName, step.behalfOf) },
        { kind: 'text', text: step.time ?? '' },
      ]),
  );
  return {
    kind: 'table',
    title: section.title,
    head: [
      { title: say('环节'), width: 18 },
      { title: say('意见'), width: 34 },
      { title: say('签字'), width: 16 },
      { title: say('签字人'), width: 12 },
      { title: say('时间'), width: 18 },
    ],
    rows,
    left: 0,
  };
}

/** How it was proven where steps were taken; the history says it in its own lines. */
function sitesSection({ model }: EntityCall, steps: readonly SiteStep[]): PrintSection {
  return {
    kind: 'table',
    title: say('办理地点'),
    head: [
      { title: say('环节'), width: 18 },
      { title: say('办理人'), width: 14 },
      { title: say('时间'), width: 20 },
      { title: say('地点证明'), width: 46 },
    ],
    rows: steps.map(({ action, userName, time, site }) =>
      [actionTitle(model, action), userName, time, siteMark(site)].map((value) => ({ kind: 'text', text: value })),
    ),
    left: 0,
  };
}

async function historySection(call: EntityCall, id: string): Promise<PrintSection> {
  const { records, total } = await readHistory(call, { current: 1, size: HISTORY_ROWS }, id);
  return {
    kind: 'table',
    title: say('办理历史'),
    head: [
      { title: say('时间'), width: 18 },
      { title: say('人员'), width: 12 },
      { title: say('操作'), width: 14 },
      { title: say('内容'), width: 56 },
    ],
    rows: records.map((entry) => [
      { kind: 'text', text: entry.time },
      { kind: 'text', text: entry.userName },
      { kind: 'text', text: entry.actionLabel },
      {
        kind: 'text',
        text: entry.changes
          .map(({ title, from, to }) => {
            // Before a record was made there was nothing.
            const message = entry.action === 'insert' ? to : `${from || say('空')} → ${to || say('空')}`;
            return say('{field}：{message}', { field: title, message });
          })
          .join(say('；')),
      },
    ]),
    left: Math.max(0, total - records.length),
  };
}

function picturesIn(sections: readonly PrintSection[]): string[] {
  const contents = sections.flatMap((section) =>
    section.kind === 'grid' ? section.cells.map(({ content }) => content) : section.rows.flat(),
  );
  return [
    ...new Set(
      contents.flatMap((content) => (content.kind === 'images' ? content.images : [])).map(({ attachId }) => attachId),
    ),
  ];
}
