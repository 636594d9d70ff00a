import { editsOf } from '../../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../../src/core/overlay/overlay.ts';
import { choicesWith, dictionaryOf, freshChoices } from '../../../../../src/core/overlay/own-dictionary.ts';
import { creationIn, isOwnKey, isRemoved, OWN_AREA } from '../../../../../src/core/overlay/own-entity.ts';
import { entriesWith, freshEntries, MENU_SUBJECT, type PlacedEntry } from '../../../../../src/core/overlay/own-menu.ts';
import { ownTexts } from '../../../../../src/core/overlay/own-texts.ts';
import { subjectOf } from '../../../../../src/core/overlay/subjects.ts';
import { joined, say } from '../../../../../src/core/text/say.ts';
import { sameJson } from '../../../../../src/core/validation/same-value.ts';
import type { BundledEntity, DesignBundle, DesignEntry } from '../../../../../src/core/wire/design.ts';
import { isArchived } from '../../../../metadata/design/own-tables.ts';
import { placedEntries, readMenuRows, readPlacedChoices } from '../../../../metadata/tenant-records.ts';
import type { PersonInput } from '../../../system/system-call.ts';
import { createdIn, finalEdits, type Overlaid, openLog } from '../shared.ts';

/** What of a bundle is not there yet, over what the draft makes of this company's entities. */
interface Fresh {
  readonly fresh: readonly BundledEntity[];
  /** What it needs and is not here, in words. */
  readonly missing: readonly string[];
  readonly overlays: readonly Overlaid[];
}

/** Looks what of a bundle is not there yet; taken twice, nothing is. */
export async function freshOf(input: PersonInput, { entities }: DesignBundle): Promise<Fresh> {
  const log = await input.read((connection) => openLog(connection, input.snapshot.timeZone));
  const missing: string[] = [];
  const fresh: BundledEntity[] = [];
  const overlays: Overlaid[] = [];
  for (const part of entities) {
    const { edits, lacks, overlaid } = await freshPart(input, log, part);
    missing.push(...lacks);
    if (edits.length > 0) fresh.push({ ...part, edits });
    if (overlaid !== undefined && edits.length > 0) overlays.push(overlaid);
  }
  return { fresh, missing: [...new Set(missing)], overlays };
}

interface FreshPart {
  readonly edits: readonly OverlayEdit[];
  readonly lacks: readonly string[];
  readonly overlaid?: Overlaid;
}

function freshPart(input: PersonInput, log: readonly DesignEntry[], part: BundledEntity): Promise<FreshPart> {
  const { entity } = part;
  if (entity === MENU_SUBJECT) return freshMenu(input, log, part);
  if (dictionaryOf(entity) !== undefined) return freshDictionary(input, log, part);
  if (subjectOf(entity) !== undefined) return freshTexts(input, log, part);
  return isOwnKey(entity) ? freshOwn(input, log, part) : freshEntity(input, log, part);
}

async function freshEntity(
  { services, context }: PersonInput,
  log: readonly DesignEntry[],
  { entity, title, edits }: BundledEntity,
): Promise<FreshPart> {
  const base = await services.metadata.designBase(context.tenantId, entity);
  if (base === undefined || base.entity.locked === true) {
    return { edits: [], lacks: [say('没有业务“{title}”（{key}）', { title, key: entity })] };
  }
  const known = [...base.edits, ...editsOf(log, entity)];
  const more = edits.filter((edit) => !known.some((other) => sameJson(other, edit)));
  const all = [...known, ...more];
  const lacks = mergeOverlay(base.entity, all).conflicts.flatMap(({ edit, message }) =>
    edit >= known.length ? [joined(`${title}：`, message)] : [],
  );
  return { edits: more, lacks, overlaid: { base, edits: finalEdits(base, all) } };
}

/** An entity of the other company's own comes whole: as a new one, or in the place of what this company has under its key. */
async function freshOwn(
  { services, context, snapshot }: PersonInput,
  log: readonly DesignEntry[],
  { entity, title, edits }: BundledEntity,
): Promise<FreshPart> {
  const creation = creationIn(edits);
  const served = await services.metadata.designBase(context.tenantId, entity);
  const drafted = editsOf(log, entity);
  const base = served ?? createdIn(log, entity);
  if (creation === undefined || isRemoved(drafted)) {
    return { edits: [], lacks: [say('没有业务“{title}”（{key}）', { title, key: entity })] };
  }
  if (base === undefined && (await isArchived(services.database, context.tenantId, entity))) {
    return { edits: [], lacks: [say('“{title}”（{key}）在这里已归档，请先在历史里恢复', { title, key: entity })] };
  }
  const { area } = creation;
  const isKnown = area === OWN_AREA || [...snapshot.entities.values()].some((other) => other.area === area);
  const lacks = isKnown ? [] : [say('“{title}”要放进的领域“{area}”不存在', { title, area })];
  if (base !== undefined && sameJson(mergeOverlay(base.entity, [...base.edits, ...drafted]).entity, creation.value)) {
    return { edits: [], lacks };
  }
  const version = await services.metadata.servingVersion(context.tenantId, entity);
  const whole = served ?? { area, entity: mergeOverlay(creation.value as never, []).entity, edits: [], version };
  return { edits, lacks, overlaid: { base: whole, edits } };
}

async function freshDictionary(
  { read, snapshot }: PersonInput,
  log: readonly DesignEntry[],
  { entity, title, edits }: BundledEntity,
): Promise<FreshPart> {
  const code = dictionaryOf(entity) ?? '';
  if (!snapshot.dictionaries.has(code)) return { edits: [], lacks: [say('没有{title}（{code}）', { title, code })] };
  const choices = choicesWith(await read((connection) => readPlacedChoices(connection, code)), editsOf(log, entity));
  const added = new Set(edits.flatMap((edit) => (edit.edit === 'add' ? edit.at : [])));
  const known = new Map(choices.map((choice) => [choice.key, choice]));
  const lacks = edits.flatMap(({ at: [key = ''] }) =>
    known.has(key) || added.has(key) ? [] : [say('{title}里没有选项“{key}”', { title, key })],
  );
  return { edits: freshChoices(choices, edits), lacks };
}

async function freshTexts(
  { services, context }: PersonInput,
  log: readonly DesignEntry[],
  { entity, edits }: BundledEntity,
): Promise<FreshPart> {
  const base = await services.metadata.designBase(context.tenantId, entity);
  const now = ownTexts([...(base?.edits ?? []), ...editsOf(log, entity)]);
  const wanted = ownTexts(edits);
  return { edits: edits.filter(({ at: [id = ''] }) => now[id] !== wanted[id]), lacks: [] };
}

async function freshMenu(
  { read, snapshot }: PersonInput,
  log: readonly DesignEntry[],
  { entity, edits }: BundledEntity,
): Promise<FreshPart> {
  const now = entriesWith(placedEntries(await read(readMenuRows)), editsOf(log, entity));
  const more = freshEntries(now, edits);
  const then = entriesWith(now, more);
  const codes = new Set([...then.map(({ key }) => key), ...snapshot.menu.map(({ code }) => code)]);
  const touched = new Set(more.map(({ at: [key] }) => key));
  const byPath = Map.groupBy(then, ({ path }) => path);
  const lacks = then.filter(({ key }) => touched.has(key)).flatMap((entry) => menuFaults(entry, codes, byPath));
  const unknown = more.flatMap(({ at: [key = ''] }) => (codes.has(key) ? [] : [say('菜单里没有“{key}”', { key })]));
  return { edits: more, lacks: [...unknown, ...lacks] };
}

function menuFaults(
  { key, name, parent, path }: PlacedEntry,
  codes: ReadonlySet<string>,
  byPath: ReadonlyMap<string, readonly PlacedEntry[]>,
): readonly string[] {
  const other = byPath.get(path)?.find((entry) => entry.key !== key);
  return [
    ...(parent === undefined || codes.has(parent) ? [] : [say('菜单“{name}”的上级“{parent}”不存在', { name, parent })]),
    ...(other === undefined ? [] : [say('菜单“{name}”的路由地址已由“{other}”使用', { name, other: other.name })]),
  ];
}
