import type { AccountInfo } from '../../../src/core/wire/people.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';

/** The role that has all administrative powers of a small plant. */
export const ADMINISTRATOR = 'administrator';

/** Roles that change forms, lists and flows. */
const DESIGNERS: readonly string[] = ['designer', ADMINISTRATOR];

/** The three roles of GB/T 22239 among which a company may divide the powers of the administrator. */
export const SEPARATE_ROLES = ['systemAdmin', 'securityAdmin', 'auditAdmin'] as const;

type SeparateRole = (typeof SEPARATE_ROLES)[number];

/**
 * Whose the administrator's powers over an entity are. Each entity is named once, so that none of the three can have
 * what another one has; whatever is not named belongs to the system administrator.
 */
const OWNERS: Readonly<Record<string, SeparateRole>> = {
  user: 'securityAdmin',
  role: 'securityAdmin',
  session: 'securityAdmin',
  registration: 'securityAdmin',
  auditLog: 'auditAdmin',
};

/** Which of the three has the administrator's powers over an entity. */
export function ownerOf(entityKey: string): SeparateRole {
  return Object.hasOwn(OWNERS, entityKey) ? (OWNERS[entityKey] ?? 'systemAdmin') : 'systemAdmin';
}

/** Which of the three among some roles; who holds two has none, as the server refuses to store that. */
export function separateRoleOf(roleCodes: readonly string[]): SeparateRole | undefined {
  const held = SEPARATE_ROLES.filter((role) => roleCodes.includes(role));
  return held.length === 1 ? held[0] : undefined;
}

/** What somebody designs of forms, lists and flows. `roleCodes` are those of his session. */
export function designsOf(roleCodes: readonly string[], { separated }: Separation): AccountInfo['designs'] {
  if (separated === true && separateRoleOf(roleCodes) === 'securityAdmin') return 'rights';
  if (!DESIGNERS.some((role) => roleCodes.includes(role))) return null;
  return separated === true ? 'rest' : 'all';
}

type Separation = Pick<MetadataSnapshot, 'separated'>;

/**
 * Roles that count for an entity: where the powers are divided, `administrator` is held by its owner among the three,
 * and by nobody else. May be asked again of its own answer.
 */
export function rolesFor(
  roleCodes: readonly string[],
  { separated }: Separation,
  entityKey: string,
): readonly string[] {
  return separated === true ? withPower(roleCodes, ownerOf(entityKey)) : roleCodes;
}

/** Roles that count beside entities (hand-written screens, the designer): there the system administrator administers. */
export function sessionRoles(roleCodes: readonly string[], { separated }: Separation): readonly string[] {
  return separated === true ? withPower(roleCodes, 'systemAdmin') : roleCodes;
}

function withPower(roleCodes: readonly string[], owner: SeparateRole): readonly string[] {
  const others = roleCodes.filter((role) => role !== ADMINISTRATOR);
  return separateRoleOf(roleCodes) === owner ? [...others, ADMINISTRATOR] : others;
}
