import type { JointPageModel } from '../../../src/core/joint/joint-kind.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import type { Caller } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { rememberByRoles } from './by-roles.ts';
import { ADMINISTRATOR, ownerOf, rolesFor, SEPARATE_ROLES, separateRoleOf, sessionRoles } from './separation.ts';

/** Role code in grants, scopes and field rights that stands for each signed-in user. */
export const EVERYONE = 'everyone';

/** What a person may do, by page: the buttons of each page and, over all its pages, of each entity. */
export interface Rights {
  /** Same for all people with these rights; part of the keys under which compiled queries are kept. */
  readonly signature: string;
  /** Granted actions of a page; empty where the person may not see it. `view` is part of every grant that is not empty. */
  page(code: string): ReadonlySet<string>;
  /** Granted actions of an entity over all its pages. */
  entity(model: EntityModel): ReadonlySet<string>;
  /** Which of the roles that count for an entity give an action on it; `everyone` gives it to each of them. */
  rolesWith(model: EntityModel, action: string): readonly string[];
}

const NOTHING: ReadonlySet<string> = new Set();
const VIEW: ReadonlySet<string> = new Set(['view']);
const remembered = rememberByRoles<MetadataSnapshot, Rights>();

/**
 * The rights of a person's roles together. A role's own record decides for the pages it names; for all others the
 * page's shipped grants do. What a page grants to `everyone` no record takes away.
 */
export function rightsOf(caller: Pick<Caller, 'roleCodes'>, snapshot: MetadataSnapshot): Rights {
  const roles = [...new Set(caller.roleCodes)].sort();
  // No right follows from a text: what speaks another language need not be made for it.
  const written = snapshot.untranslated ?? snapshot;
  return remembered(written, roles, () => createRights(roles, roles.join(','), written));
}

function createRights(roles: readonly string[], signature: string, snapshot: MetadataSnapshot): Rights {
  const pages = new Map<string, ReadonlySet<string>>();
  const holders = new Map<string, readonly string[]>();
  const entities = new Map<string, ReadonlySet<string>>();

  function page(code: string): ReadonlySet<string> {
    let granted = pages.get(code);
    if (granted === undefined) {
      granted = grantedOn(code, roles, snapshot);
      pages.set(code, granted);
    }
    return granted;
  }

  return {
    signature,
    page,
    entity(model) {
      let granted = entities.get(model.key);
      if (granted === undefined) {
        granted = new Set(Object.keys(model.pages).flatMap((code) => [...page(code)]));
        entities.set(model.key, granted);
      }
      return granted;
    },
    rolesWith(model, action) {
      const asked = `${model.key} ${action}`;
      let held = holders.get(asked);
      if (held === undefined) {
        const given = Object.keys(model.pages).map((code) => givenOn(code, roles, snapshot));
        const giving = given.flatMap((byRole) => [...byRole].filter(([, actions]) => actions.includes(action)));
        const named = new Set(giving.map(([role]) => role));
        held = named.has(EVERYONE) ? rolesFor(roles, snapshot, model.key) : [...named];
        holders.set(asked, held);
      }
      return held;
    },
  };
}

function grantedOn(code: string, roles: readonly string[], snapshot: MetadataSnapshot): ReadonlySet<string> {
  const joint = snapshot.jointPages?.get(code);
  if (joint !== undefined) return seesJoint(joint, roles, snapshot) ? VIEW : NOTHING;
  const actions = new Set([...givenOn(code, roles, snapshot).values()].flat());
  // Who may do something on a page must be able to see it.
  if (actions.size > 0) actions.add('view');
  return actions.size > 0 ? actions : NOTHING;
}

/**
 * Whether a person sees a page of no single entity: where one of his roles may, by its own record or as shipped, and he
 * sees a page of which it shows something.
 */
function seesJoint(
  { code, roles: named, members }: JointPageModel,
  roles: readonly string[],
  snapshot: MetadataSnapshot,
): boolean {
  if (members.length > 0 && !members.some((page) => grantedOn(page, roles, snapshot).has('view'))) return false;
  if (named?.includes(EVERYONE) === true) return true;
  const counted = sessionRoles(roles, snapshot);
  if (counted.length === 0) return named === undefined;
  return counted.some((role) => {
    const own = snapshot.roles.get(role)?.pages.get(code);
    return own === undefined ? named === undefined || named.includes(role) : own.includes('view');
  });
}

/** What each role that counts for a page gives on it, and what it gives to everyone. */
function givenOn(
  code: string,
  roles: readonly string[],
  snapshot: MetadataSnapshot,
): ReadonlyMap<string, readonly string[]> {
  const given = new Map<string, readonly string[]>();
  const found = snapshot.pages.get(code);
  if (found === undefined) return given;
  const { grants } = found.page;
  const { key } = found.entity;
  given.set(EVERYONE, grants[EVERYONE] ?? []);
  // One of the three has no other way to what is administered, nor to what another one of them has.
  const alone =
    snapshot.separated === true && separateRoleOf(roles) !== undefined && grants[ADMINISTRATOR] !== undefined;
  // Who gives rights to roles gives none over himself, nor over the log.
  const shippedOnly = snapshot.separated === true && ownerOf(key) !== 'systemAdmin';
  for (const role of rolesFor(roles, snapshot, key)) {
    if (SEPARATE_ROLES.some((one) => one === role) || (alone && role !== ADMINISTRATOR)) continue;
    const own = alone || shippedOnly ? undefined : snapshot.roles.get(role)?.pages.get(code);
    given.set(role, own ?? grants[role] ?? []);
  }
  return given;
}
