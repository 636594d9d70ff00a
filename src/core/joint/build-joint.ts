import { suggestion } from '../dialect/nearest.ts';
import { createProblemSink, type Problem } from '../dialect/problem.ts';
import { type RoleGroups, rolesOf } from '../dialect/resolve/role-groups.ts';
import { type ExpressionScope, parseExpression, printExpression, renameReferences } from '../expression/index.ts';
import { createExpressionCompiler, reportUnknown } from '../model/compile-expression.ts';
import type { EntityModel } from '../model/entity-model.ts';
import { entityNames, nameScope } from '../model/entity-scope.ts';
import type { ModelWorld } from '../model/model-world.ts';
import { listsRecords } from '../model/page-kind.ts';
import type { JointKindRegistry, JointPageModel, MemberPage, PlacedJointPage } from './joint-kind.ts';
import type { JointPage } from './joint-page.generated.ts';

/** What building a joint page asks about everything around it. */
export interface JointWorld {
  readonly kinds: JointKindRegistry;
  readonly groups: RoleGroups;
  page(code: string): MemberPage | undefined;
  /** Codes of all pages of entities, for suggestions. */
  pageCodes(): Iterable<string>;
  /** A page of no single entity, as its file says it. */
  joint(code: string): JointPage | undefined;
  /** Codes of all of those, for suggestions. */
  jointCodes(): Iterable<string>;
  /** What expressions over an entity's records may name. */
  worldOf(model: EntityModel): ModelWorld;
}

/** Path of a joint page's file. */
export const jointPageFile = (code: string): string => `schemas/pages/${code}.page.json`;

/** Reads a joint page; members that are wrong are reported and left out. */
export function buildJointPage(
  file: JointPage,
  world: JointWorld,
): { readonly model: JointPageModel; readonly problems: readonly Problem[] } {
  const placed = placedJointPage(file, world);
  const kind = world.kinds[file.view];
  for (const view of Object.keys(world.kinds)) {
    if (view === file.view || !Object.hasOwn(file, view)) continue;
    placed.fault([view], `“${file.view}”页面没有关键字“${view}”`, `去掉它，或把 view 改为“${view}”`);
  }
  if (!Object.hasOwn(file, file.view)) {
    placed.fault([], `“${file.view}”页面缺少同名的关键字“${file.view}”`, `写上 "${file.view}": { … }`);
  }
  const settings = Object.hasOwn(file, file.view) ? kind.build(placed) : undefined;
  const members = settings === undefined ? [] : [...new Set(kind.members(settings))];
  if (settings !== undefined && members.length === 0 && file.roles === undefined) {
    placed.fault([], '这个页面不来自任何页面，没有人看得到它', '写上 roles');
  }
  const model: JointPageModel = {
    code: file.page,
    title: file.title,
    purpose: file.purpose,
    area: file.area,
    icon: file.icon,
    hidden: file.hidden === true,
    roles: file.roles === undefined ? undefined : rolesOf(file.roles, world.groups),
    view: file.view,
    settings,
    members,
    file,
  };
  return { model, problems: placed.sink.problems };
}

function placedJointPage(file: JointPage, world: JointWorld): PlacedJointPage {
  const sink = createProblemSink(jointPageFile(file.page));
  const compiler = createExpressionCompiler(sink);
  const scopes = new Map<EntityModel, ExpressionScope>();
  const scopeOf = (model: EntityModel): ExpressionScope => {
    let scope = scopes.get(model);
    if (scope === undefined) {
      const around = world.worldOf(model);
      const isLive = (key: string): boolean => model.field.get(key)?.live === true;
      scope = nameScope(around, entityNames(around, model.source, isLive));
      scopes.set(model, scope);
    }
    return scope;
  };
  const anyPage: PlacedJointPage['anyPage'] = (code, at) => {
    const found = world.page(code);
    if (found === undefined) reportUnknown(sink, at, '页面', code, world.pageCodes());
    return found;
  };
  const field: PlacedJointPage['field'] = ({ model }, key, at) => {
    const found = model.field.get(key);
    if (found === undefined || found.property.hidden === true) {
      const known = suggestion(key, model.field.keys());
      sink.error(at, `“${model.title}”没有名为“${key}”的字段${known}`, '改为已有的字段');
      return undefined;
    }
    return found;
  };
  return {
    file,
    sink,
    anyPage,
    field,
    joint(code, at) {
      const found = world.joint(code);
      if (found === undefined) reportUnknown(sink, at, '页面', code, world.jointCodes());
      return found;
    },
    member(code, at) {
      const found = anyPage(code, at);
      if (found === undefined || listsRecords(found.page.kind)) return found;
      sink.error(at, `页面“${found.page.title}”不是记录的列表`, '改为列出记录的页面');
      return undefined;
    },
    shown(member, key, at) {
      const found = field(member, key, at);
      if (found === undefined || isShown(member, key)) return found;
      sink.error(
        at,
        `页面“${member.page.title}”的列表不显示“${found.title}”`,
        `在页面“${member.page.code}”的 columns 中加上它，或改为列表显示的字段`,
      );
      return undefined;
    },
    expression(member, source, at, expected, names = new Map()) {
      const meant = source === undefined || names.size === 0 ? source : withNames(source, names);
      return compiler.compile(meant, at, scopeOf(member.model), expected);
    },
    settingsOf: ({ model }) => scopeOf(model).setting,
    fault: (at, message, fix) => sink.error(at, message, fix),
  };
}

function isShown({ model, page }: MemberPage, key: string): boolean {
  if (key === model.label || page.columns.some(({ field }) => field === key)) return true;
  // A column of a range shows both its ends.
  return page.columns.some(({ field }) => model.field.get(field)?.property.end === key);
}

/** The expression as it reads with the fields' own keys; one that cannot be read stays, to be reported. */
function withNames(source: string, names: ReadonlyMap<string, string>): string {
  const parsed = parseExpression(source);
  return 'node' in parsed ? printExpression(renameReferences(parsed.node, Object.fromEntries(names))) : source;
}
