import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { JointPageModel } from '../../../src/core/joint/joint-kind.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { say, spoken } from '../../../src/core/text/say.ts';
import type { GrantablePage } from '../../../src/core/wire/menu.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import type { MenuEntry, MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

/** Page on which roles are kept; who may see it may see what can be granted. */
const ROLE_PAGE = 'role';

/** Dictionary of what the usual actions are called, and the names of those that it lacks. */
const ACTION_DICTIONARY = 'permission-action';
const MORE_TITLES: Readonly<Record<string, string>> = spoken({
  view: '查看',
  print: '打印',
  copy: '复制',
  publicLink: '上报二维码',
  grant: '授权',
});

function entityActions(model: EntityModel, code: string): readonly string[] {
  const page = model.pages[code];
  const granted = Object.values(page?.grants ?? {}).flat();
  return [...new Set(['view', ...(page?.actions ?? []), ...granted])];
}

/** Of a joint page that names no roles: whoever sees one of its pages, which no list of roles says. */
function jointGrants({ roles = [] }: JointPageModel): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(roles.map((role) => [role, ['view']]));
}

function shippedGrants(entry: MenuEntry, model: EntityModel | undefined): Readonly<Record<string, readonly string[]>> {
  if (model !== undefined) return model.pages[entry.code]?.grants ?? {};
  return Object.fromEntries((entry.roles ?? []).map((role) => [role, ['view', ...entry.buttons]]));
}

function actionTitle(key: string, model: EntityModel | undefined, snapshot: MetadataSnapshot): string {
  const named = snapshot.dictionaries.get(ACTION_DICTIONARY)?.choices.find((choice) => choice.key === key)?.title;
  const button = snapshot.buttonTitles?.get(key);
  return model?.actions[key]?.title ?? model?.transitions[key]?.title ?? named ?? button ?? MORE_TITLES[key] ?? key;
}

/** The whole menu as a tree of pages with what can be granted on each. */
function grantablePages(snapshot: MetadataSnapshot): readonly GrantablePage[] {
  const known = new Set(snapshot.menu.map(({ id }) => id));
  const below = new Map<string | null, MenuEntry[]>();
  for (const entry of snapshot.menu) {
    const parent = entry.parentId !== null && known.has(entry.parentId) ? entry.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), entry]);
  }
  const build = (parent: string | null): readonly GrantablePage[] =>
    (below.get(parent) ?? []).map((entry) => {
      const container = below.has(entry.id);
      const model = snapshot.pages.get(entry.code)?.entity;
      const joint = snapshot.jointPages?.get(entry.code);
      const own = joint === undefined ? ['view', ...entry.buttons] : ['view'];
      const keys = model === undefined ? own : entityActions(model, entry.code);
      const shipped = joint === undefined ? shippedGrants(entry, model) : jointGrants(joint);
      return {
        code: entry.code,
        title: entry.name,
        actions: container ? [] : [...new Set(keys)].map((key) => ({ key, title: actionTitle(key, model, snapshot) })),
        shipped: container ? {} : shipped,
        children: build(entry.id),
      };
    });
  return build(null);
}

async function readGrantable({ context, snapshot }: PersonInput): Promise<readonly GrantablePage[]> {
  if (!rightsOf(context.caller, snapshot).page(ROLE_PAGE).has('view')) {
    throw new AnlanError('forbidden', { action: say('查看角色') });
  }
  return grantablePages(snapshot);
}

/** The call by which a role's rights are set. */
export const grantCalls: readonly SystemCall[] = [
  {
    name: 'menuGrantable',
    method: 'GET',
    path: 'menu/grantable',
    title: '可授权的页面和按钮',
    answer: '页面节点：code、title、actions、shipped、children',
    handle: readGrantable,
  },
];
