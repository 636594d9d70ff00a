import { storedPlaces } from '../../../src/compile/sql/stored-places.ts';
import type { Entity } from '../../../src/core/dialect/entity.generated.ts';
import { analyseWorld, type LintWorld, modelsOf, type WorldEntity } from '../../../src/core/dialect/lint-world.ts';
import { checkEntity } from '../../../src/core/dialect/parse-entity.ts';
import { hasErrors, jsonPointer, type Problem } from '../../../src/core/dialect/problem.ts';
import type { Choice } from '../../../src/core/field-type.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityFile } from '../../../src/core/model/model-world.ts';
import { isFieldAddress } from '../../../src/core/overlay/address.ts';
import { mergeOverlay } from '../../../src/core/overlay/merge-overlay.ts';
import type { CreateEdit, OverlayConflict, OverlayEdit } from '../../../src/core/overlay/overlay.ts';
import { fitsOwnColumn, withOwnColumns } from '../../../src/core/overlay/own-columns.ts';
import { creationIn, isOwnKey, ownEntityFault, withOwnTable } from '../../../src/core/overlay/own-entity.ts';
import { say } from '../../../src/core/text/say.ts';
import { lintWorldOf } from './check-world.ts';
import { judgeStatements } from './judge-statements.ts';
import { judgedBefore } from './judged-before.ts';
import type { ParsedWorld } from './parse-world.ts';

export type Overlays = ReadonlyMap<string, readonly OverlayEdit[]>;

/** What became of a tenant's edits of one entity. */
export interface OverlayState {
  /** Edits that met something else than they were made over. */
  readonly conflicts: readonly OverlayConflict[];
  /** Edits that do not stand, each with why; the others serve. */
  readonly disabled: readonly { readonly edit: number; readonly problems: readonly Problem[] }[];
}

/** The entities of a tenant, with what became of its edits by entity. */
export interface LaidOverlays {
  readonly entities: readonly WorldEntity[];
  readonly models: ReadonlyMap<string, EntityModel>;
  readonly states: ReadonlyMap<string, OverlayState>;
}

/** What a tenant's edits may name besides what is shipped: its roles, and its dictionaries with what it added. */
export interface TenantWorld {
  readonly roles: Iterable<string>;
  readonly dictionaries: ReadonlyMap<string, { readonly choices: readonly Choice[] }>;
}

/** What overlays are laid over: the shipped files, with the roles that the tenant has besides. */
interface OverlayBase {
  readonly parsed: ParsedWorld;
  readonly settings: ReadonlyMap<string, string | number | boolean>;
  readonly tenantId: string;
  readonly own: TenantWorld;
  /** Edits that serve, where others are judged: what is stored of the company's own entities keeps its type. Default none. */
  readonly serving?: Overlays | undefined;
}

/** The shipped choices with those that a tenant added; the shipped list itself where it added none. */
function choicesBeside(
  shipped: readonly Choice[] | undefined,
  own: readonly Choice[] | undefined,
): readonly Choice[] | undefined {
  const known = new Set(shipped?.map(({ key }) => key));
  const added = own?.filter(({ key }) => !known.has(key)) ?? [];
  return added.length === 0 ? shipped : [...(shipped ?? []), ...added];
}

/** An entity of a company's own, in a table of its own; or what keeps it from being one. */
function ownEntity(
  key: string,
  { area, value }: CreateEdit,
  tenantId: string,
): WorldEntity | { readonly problems: readonly Problem[] } {
  const file = entityFile(area, key);
  const fault = ownEntityFault(key, value);
  if (fault !== undefined) return { problems: [{ file, ...fault, fix: say('改正后再发布'), severity: 'error' }] };
  const found = checkEntity(value as Entity, file);
  return 'problems' in found ? { problems: found.problems } : { area, entity: withOwnTable(found.entity, tenantId) };
}

/** The judge over shipped files with a tenant's overlays; what is wrong with the shipped ones alone is not told. */
export function createOverlayJudge({ parsed, settings, tenantId, own, serving }: OverlayBase) {
  const shipped = new Map(parsed.entities.map((placed) => [placed.entity.entity, placed]));
  const base: LintWorld = lintWorldOf(parsed, { settings, texts: false });
  const world: LintWorld = {
    ...base,
    // Those of the files say what is shipped: a title that a company words otherwise would fail them.
    examples: false,
    ...(base.roles === undefined ? {} : { roles: new Set([...base.roles, ...own.roles]) }),
    dictionaries: {
      ...base.dictionaries,
      has: (code) => own.dictionaries.has(code) || base.dictionaries.has(code),
      choices: (code) => choicesBeside(base.dictionaries.choices(code), own.dictionaries.get(code)?.choices),
    },
  };
  const sayOf = ({ file, pointer, message }: Problem): string => `${file} ${pointer} ${message}`;
  let known: ReadonlySet<string> | undefined;

  /** The merged entities, as far as they have the form of one; the others stand as shipped, with their problems. */
  function merge(overlays: Overlays) {
    const conflicts = new Map<string, readonly OverlayConflict[]>();
    const problems: Problem[] = [];
    const entities = parsed.entities.map((placed): WorldEntity => {
      const { area, entity } = placed;
      const edits = overlays.get(entity.entity);
      if (edits === undefined || edits.length === 0) return placed;
      const merged = mergeOverlay(entity, edits);
      conflicts.set(entity.entity, merged.conflicts);
      const found = checkEntity(merged.entity, entityFile(area, entity.entity));
      const long = tooLong(area, entity.entity, edits);
      problems.push(...long, ...('problems' in found ? found.problems : []));
      if ('problems' in found || long.length > 0) return placed;
      return { area, entity: withOwnColumns(merged.entity, entity, tenantId) };
    });
    for (const [key, edits] of overlays) {
      const creation = shipped.has(key) ? undefined : creationIn(edits);
      if (creation === undefined) continue;
      const made = ownEntity(key, creation, tenantId);
      conflicts.set(key, []);
      problems.push(...('problems' in made ? made.problems : []));
      if ('entity' in made) entities.push(made);
    }
    return { entities, conflicts, problems };
  }

  function tooLong(area: string, entity: string, edits: readonly OverlayEdit[]): readonly Problem[] {
    return edits.flatMap(({ edit, at }, index): Problem[] => {
      const key = at.at(-1) ?? '';
      if (edit !== 'add' || !isFieldAddress(at) || fitsOwnColumn(tenantId, key)) return [];
      const message = `字段的键“${key}”太长，数据库的列名放不下`;
      return [
        { file: entityFile(area, entity), pointer: `/${index}/at`, message, fix: '换一个短的键', severity: 'error' },
      ];
    });
  }

  function analyse(entities: readonly WorldEntity[]) {
    const all = new Map(entities.map((placed) => [placed.entity.entity, placed]));
    const { models, problems } = analyseWorld({ ...world, entities: all });
    const errors = problems.filter((problem) => hasErrors([problem]));
    if (errors.length === 0) errors.push(...judgeStatements([...models.values()], models, parsed));
    return { models, errors };
  }

  /** What the edits make of the files, and everything wrong with that. */
  function made(overlays: Overlays) {
    const edited = [...overlays].toSorted(([left], [right]) => (left < right ? -1 : 1));
    const said = [...own.dictionaries].map(([code, { choices }]) => [code, choices]);
    return judgedBefore(parsed, tenantId, [[...settings], [...own.roles], said, edited], () => {
      const merged = merge(new Map(edited));
      return { ...merged, ...analyse(merged.entities) };
    });
  }

  /** Tenants share a column that is shipped, so none of them gives it another type; nor does a company its own, that holds values. */
  function retyped(models: ReadonlyMap<string, EntityModel>): readonly Problem[] {
    return [...models.values()].flatMap((model) => {
      const before = shippedModels().get(model.key) ?? ownModels().get(model.key);
      if (before === undefined || before.source === model.source) return [];
      const types = new Map(storedPlaces(before).map(({ id, type }) => [id, type]));
      return storedPlaces(model).flatMap(({ id, path, field, table, type }): Problem[] => {
        const was = types.get(id);
        if (was === undefined || type === was) return [];
        const what = isOwnKey(model.key)
          ? `“${field.title}”已经发布，不能改变它的存储类型`
          : `“${field.title}”是${table === undefined ? '出厂字段' : '出厂的列'}，企业不能改变它的存储类型`;
        return [
          {
            file: entityFile(model.area, model.key),
            pointer: jsonPointer(...path),
            message: `${what}（${was} → ${type}）`,
            fix: '撤回这处修改，或另加一个字段',
            severity: 'error',
          },
        ];
      });
    });
  }

  let plain: ReadonlyMap<string, EntityModel> | undefined;
  function shippedModels(): ReadonlyMap<string, EntityModel> {
    plain ??= modelsOf({ ...world, entities: shipped });
    return plain;
  }

  let former: ReadonlyMap<string, EntityModel> | undefined;
  function ownModels(): ReadonlyMap<string, EntityModel> {
    if (former !== undefined) return former;
    const entities = [...(serving ?? [])].flatMap(([key, edits]) => {
      const creation = shipped.has(key) ? undefined : creationIn(edits);
      const made = creation === undefined ? undefined : ownEntity(key, creation, tenantId);
      return made !== undefined && 'entity' in made ? [[key, made] as const] : [];
    });
    former = modelsOf({ ...world, entities: new Map([...shipped, ...entities]) });
    return former;
  }

  /** Everything wrong with the tenant's world that is not wrong with the shipped one. */
  function judge(overlays: Overlays) {
    const { entities, models, conflicts, problems, errors } = made(overlays);
    const found = [...problems, ...errors, ...retyped(models)];
    if (found.length > 0) known ??= new Set(made(new Map()).errors.map(sayOf));
    return { entities, models, conflicts, errors: found.filter((problem) => known?.has(sayOf(problem)) !== true) };
  }

  return {
    judge,
    /**
     * Lays the edits over the files. Where they do not stand all together, those that break something are left out one by
     * one, so that a broken edit takes nothing but itself away.
     */
    lay(overlays: Overlays): LaidOverlays {
      let kept = new Map<string, readonly OverlayEdit[]>();
      const disabled = new Map<string, OverlayState['disabled']>();
      const whole = judge(overlays);
      if (whole.errors.length === 0) kept = new Map(overlays);
      else {
        for (const [entity, edits] of overlays) {
          for (const [index, edit] of edits.entries()) {
            const tried = new Map([...kept, [entity, [...(kept.get(entity) ?? []), edit]]]);
            const { errors } = judge(tried);
            if (errors.length === 0) kept = tried;
            else disabled.set(entity, [...(disabled.get(entity) ?? []), { edit: index, problems: errors }]);
          }
        }
      }
      const { entities, models } = whole.errors.length === 0 ? whole : judge(kept);
      const { conflicts } = whole;
      const states = new Map(
        [...overlays.keys()].map((key): [string, OverlayState] => [
          key,
          { conflicts: conflicts.get(key) ?? [], disabled: disabled.get(key) ?? [] },
        ]),
      );
      return { entities, models, states };
    },
  };
}
