import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { FieldModel } from '../../../src/core/model/entity-model.ts';
import { provenSite, SITE_CHANGE, siteMark } from '../../../src/core/site/site-mark.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../../src/core/text/language.ts';
import { say } from '../../../src/core/text/say.ts';
import { fieldContext } from '../../../src/core/validation/record-environment.ts';
import type { WireFile, WirePage } from '../../../src/core/wire/contract.ts';
import type { ProvenSite } from '../../../src/core/wire/on-site.ts';
import type { HistoryEntry } from '../../../src/core/wire/operations.ts';
import { wallClockOfStored } from '../../ground/database/wall-clock.ts';
import { AUDIT_ENTITY } from '../../metadata/audit-entity.ts';
import { choicesOf } from '../../metadata/choices.ts';
import { type AuditChange, actionTitle } from '../audit/audit.ts';
import { isBehalf } from '../audit/behalf-change.ts';
import { DEVICE_CHANGE } from '../audit/device-change.ts';
import { siteIn } from '../audit/site-change.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import { toldPerson } from '../read/cover-authors.ts';
import { isNotedOpen } from '../read/open-field.ts';
import { requireRecord } from '../read/read-record.ts';
import { readListRequest } from './list-request.ts';

interface LogRow {
  readonly id: string;
  readonly time: string;
  readonly userId: string | null;
  readonly account: string | null;
  readonly userName: string | null;
  readonly action: string;
  readonly cause: string | null;
  readonly changes: readonly AuditChange[] | null;
  readonly total: number;
}

/**
 * Who did what to a record, newest first; for whoever may see the record, without fields he may not see. Writes that
 * were refused, and who looked at what lists mask, stand in the log alone: they did nothing to it.
 */
export async function readHistory(
  call: EntityCall,
  args: Readonly<Record<string, unknown>>,
  id: string,
): Promise<WirePage<HistoryEntry>> {
  requireAction(call, 'view');
  if (!call.snapshot.entities.has(AUDIT_ENTITY)) throw new AnlanError('unknownCall');
  const { current, size } = readListRequest(call, { current: args.current, size: args.size });
  const { model, snapshot } = call;
  const rows = await call.services.database.withTenant(call.context.tenantId, async (db) => {
    await requireRecord({ call, db }, id);
    return db.query<LogRow>(
      `select l.id, l.time, l."userId", l.account, l.action, l.cause, l.changes, count(*) over () as total,
         (select u."realName" from data."user" u where u."tenantId" = l."tenantId" and u.id = l."userId") as "userName"
       from data."auditLog" l
       where l."tenantId" = $1 and l."entityKey" = $2 and l."recordId" = $3
         and l."isDeleted" = 0 and l.action not in ('refused', 'look', 'approval:refused')
       order by l."createTime" desc, l.id desc limit $4 offset $5`,
      [call.context.tenantId, model.key, id, size, (current - 1) * size],
    );
  });
  const photos = await photosIn(call, rows);
  const fields = new Map(model.fields.map((field) => [field.id, field]));
  const total = rows[0]?.total ?? 0;
  return {
    records: rows.map((row) => ({
      id: row.id,
      time: wallClockOfStored(row.time, snapshot.timeZone),
      userId: toldPerson(row.userId),
      userName: row.userName ?? (row.userId === null ? say('系统') : (row.account ?? '')),
      behalfOf: behalfIn(row),
      action: row.action,
      actionLabel: titleOfEntry(call, row),
      cause: row.cause,
      changes: (row.changes ?? []).flatMap((change) => {
        if (isBehalf(change)) return [];
        const site = change.id === SITE_CHANGE ? provenSite(change.to) : undefined;
        if (site !== undefined) {
          return [
            { field: SITE_CHANGE, title: say('办理地点'), from: '', to: siteMark(site), ...photoOf(site, photos) },
          ];
        }
        const field = fields.get(change.id);
        if (field !== undefined && !isNotedOpen(call, field)) return [];
        const asked = model.transitions[row.action]?.fields.find((ask) => ask.field === field?.key);
        const noted = change.id === DEVICE_CHANGE ? say('设备时间') : change.title;
        const title = asked?.title ?? field?.title ?? noted;
        const shown = shownChange(call, field, change);
        // What was asked anew does not follow from what an earlier step left there.
        return [{ field: field?.key ?? change.key, title, ...shown, ...(asked?.anew === true && { from: '' }) }];
      }),
    })),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
  };
}

/** What an entry is called; what waited for votes happens once more when they were given, in the name of whoever asked. */
function titleOfEntry({ model }: EntityCall, { action, changes }: LogRow): string {
  const title = actionTitle(model, action);
  const pending = model.transitions[action]?.approve?.pending;
  const status = model.field.get('status')?.id;
  const granted = pending !== undefined && changes?.some(({ id, from }) => id === status && from === pending);
  return granted === true ? say('“{step}”生效', { step: title }) : title;
}

/** `代某某` where a vote was given in another's place, by the name that he had then. */
function behalfIn({ changes }: LogRow): string | null {
  const name = changes?.find(isBehalf)?.toText;
  return name === undefined ? null : say('代{name}', { name });
}

/** The photos that stand for places, as an answer carries them. */
function photosIn({ context, services }: EntityCall, rows: readonly LogRow[]): Promise<ReadonlyMap<string, WireFile>> {
  const sites = rows.flatMap(({ changes }) => siteIn(changes) ?? []);
  const ids = sites.flatMap((site) => (site.how === 'photo' ? [site.photo] : []));
  return services.files.linkFiles(context.tenantId, ids, context.caller.userId);
}

function photoOf(site: ProvenSite, photos: ReadonlyMap<string, WireFile>): { readonly photo?: WireFile } {
  const photo = site.how === 'photo' ? photos.get(site.photo) : undefined;
  return photo === undefined ? {} : { photo };
}

/**
 * What changed, as it was logged in Chinese; choices are told in the reader's language as long as they exist, numbers in
 * its marks. Names and free texts stay as they were.
 */
function shownChange(
  { snapshot }: EntityCall,
  field: FieldModel | undefined,
  { from, to, fromText, toText }: AuditChange,
): { readonly from: string; readonly to: string } {
  const choices = field === undefined ? undefined : choicesOf(snapshot, field);
  const shown = (value: unknown, text: string): string => {
    if (field !== undefined && (typeof value === 'number' || typeof value === 'boolean')) {
      return field.type.format(value, fieldContext(field, { choices: () => choices }));
    }
    const keys = Array.isArray(value) ? value : [value];
    const titles = keys.map((key) => choices?.find((choice) => choice.key === key)?.title);
    return titles.length === 0 || titles.includes(undefined) ? text : titles.join(say('、'));
  };
  return currentLanguage() === DEFAULT_LANGUAGE
    ? { from: fromText, to: toText }
    : { from: shown(from, fromText), to: shown(to, toText) };
}
