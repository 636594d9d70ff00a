import { TOP_TENANT } from '../../../../../src/compile/sql/plan-tables.ts';
import type { OverlayEdit } from '../../../../../src/core/overlay/overlay.ts';
import {
  choicesBetween,
  dictionariesOf,
  dictionarySubject,
  isChoiceEdit,
} from '../../../../../src/core/overlay/own-dictionary.ts';
import { creationOf, isOwnKey } from '../../../../../src/core/overlay/own-entity.ts';
import { entriesBetween, MENU_SUBJECT } from '../../../../../src/core/overlay/own-menu.ts';
import { dictionaryTextId, textsLanguage } from '../../../../../src/core/overlay/own-texts.ts';
import { say } from '../../../../../src/core/text/say.ts';
import type { BundledEntity, CarriedPart, DesignEntity } from '../../../../../src/core/wire/design.ts';
import { placedEntries, readMenuRows, readPlacedChoices } from '../../../../metadata/tenant-records.ts';
import type { PersonInput } from '../../../system/system-call.ts';

/** Something of the company that a bundle may hold. */
interface Carried extends BundledEntity {
  readonly kind: CarriedPart['kind'];
  /** Dictionaries that an entity chooses from. */
  readonly uses: readonly string[];
  /** What the ids of its texts begin with; missing for what has none. */
  readonly texts?: string;
}

/** All that the company has made of what is shipped, as it serves. */
export async function carriedBy(input: PersonInput): Promise<readonly Carried[]> {
  const designs = await input.services.metadata.servedDesigns(input.context.tenantId);
  const beside = [...(await dictionariesIn(input)), ...textsIn(designs), ...(await menuIn(input))];
  return [...entitiesOf(input, designs), ...beside];
}

function entitiesOf({ snapshot }: PersonInput, designs: readonly DesignEntity[]): readonly Carried[] {
  return designs.flatMap(({ area, entity, edits }): readonly Carried[] => {
    const source = snapshot.entities.get(entity.entity)?.source;
    if (source === undefined) return [];
    const own = isOwnKey(entity.entity);
    return [
      {
        kind: own ? 'own' : 'entity',
        entity: entity.entity,
        title: source.title,
        edits: own ? [creationOf(area, entity)] : edits,
        uses: dictionariesOf(source).map(dictionarySubject),
        texts: `${own ? entity.entity : (source.id ?? entity.entity)}.`,
      },
    ];
  });
}

/** What the company's records of dictionaries say otherwise than the shipped ones, wherever it was changed. */
async function dictionariesIn({ read, snapshot }: PersonInput): Promise<readonly Carried[]> {
  const { dictionaries } = snapshot.untranslated ?? snapshot;
  return read(async (connection) => {
    const changed = await connection.query<{ code: string }>(
      `select distinct code from data."dictBiz" where "tenantId" = $1 and "isDeleted" = 0 order by code`,
      [connection.tenantId],
    );
    const found: Carried[] = [];
    for (const { code } of changed) {
      const shipped = await readPlacedChoices(connection, code, [TOP_TENANT]);
      const edits = choicesBetween(shipped, await readPlacedChoices(connection, code)).filter(isChoiceEdit);
      const title = say('字典“{title}”', { title: dictionaries.get(code)?.title ?? code });
      const part = { kind: 'dictionary', entity: dictionarySubject(code), title, edits, uses: [] } as const;
      if (edits.length > 0) found.push({ ...part, texts: dictionaryTextId(`${code}.`) });
    }
    return found;
  });
}

function textsIn(designs: readonly DesignEntity[]): readonly Carried[] {
  return designs.flatMap(({ entity: { entity }, edits }): readonly Carried[] => {
    const language = textsLanguage(entity);
    if (language === undefined) return [];
    return [{ kind: 'texts', entity, title: say('译文（{language}）', { language }), edits, uses: [] }];
  });
}

async function menuIn({ read }: PersonInput): Promise<readonly Carried[]> {
  const rows = await read(readMenuRows);
  const shipped = placedEntries(rows.filter(({ tenantId }) => tenantId === TOP_TENANT));
  const edits = entriesBetween(shipped, placedEntries(rows));
  return edits.length === 0 ? [] : [{ kind: 'menu', entity: MENU_SUBJECT, title: say('菜单'), edits, uses: [] }];
}

/** What a bundle of some parts holds: of translations those of the entities and dictionaries that go along. */
export function bundledParts(carried: readonly Carried[], wanted: ReadonlySet<string>): readonly BundledEntity[] {
  const whole = carried.every(({ entity }) => wanted.has(entity));
  const prefixes = carried.flatMap(({ entity, texts }) => (texts !== undefined && wanted.has(entity) ? [texts] : []));
  const goesAlong = ({ at: [id = ''] }: OverlayEdit) => whole || prefixes.some((prefix) => id.startsWith(prefix));
  return carried.flatMap(({ entity, title, edits }): BundledEntity[] => {
    if (!wanted.has(entity)) return [];
    const kept = textsLanguage(entity) === undefined ? edits : edits.filter(goesAlong);
    return kept.length === 0 ? [] : [{ entity, title, edits: kept }];
  });
}
