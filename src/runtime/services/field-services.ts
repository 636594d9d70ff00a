import { type Query, request, requestOperation } from '../../api/client.ts';
import { downloadFile, readFile, removeFile, startUpload } from '../../api/files.ts';
import { type MenuNode, menuLeaves } from '../../api/menu-tree.ts';
import type { SystemAnswers, SystemPath } from '../../core/wire/calls.ts';
import type { ChoiceAnswer } from '../../core/wire/operations.ts';
import type { PageMetadata, PageTarget } from '../../core/wire/page.ts';
import type { AccountInfo, Nested } from '../../core/wire/people.ts';
import type {
  ChoicePlace,
  FieldServices,
  RecordChoice,
  RecordPage,
  TreeChoice,
} from '../../field-types/field-services.ts';
import { rememberLabel } from '../../field-types/known-labels.ts';
import { fileName } from '../../field-types/upload/stored-files.ts';
import { recordLink, screenPath } from '../EntityContext.ts';

/** Entities of the people who sign in, and of the departments that they belong to. */
const PEOPLE = 'user';
const DEPARTMENTS = 'dept';
/** Records that a search shows. */
const FOUND = 20;
/** People shown before a department is chosen or a name is typed. */
const PEOPLE_SHOWN = 50;

function treeChoice({ id, label, children }: Nested<{ readonly id: string; readonly label: string }>): TreeChoice {
  return { id, label, children: children.map(treeChoice) };
}

/** Records with their parents as a tree; one whose parent is not among them stands at the root. */
function nest(choices: readonly ChoiceAnswer[]): readonly TreeChoice[] {
  const known = new Set(choices.map(({ id }) => id));
  const below = new Map<string, ChoiceAnswer[]>();
  for (const choice of choices) {
    const { parentId } = choice;
    const parent = typeof parentId === 'string' && parentId !== choice.id && known.has(parentId) ? parentId : '';
    below.set(parent, [...(below.get(parent) ?? []), choice]);
  }
  const build = (parent: string): TreeChoice[] =>
    (below.get(parent) ?? []).map(({ id, label }) => ({ id, label, children: build(id) }));
  return build('');
}

/** What of a page says to which entities its fields refer. */
type Referring = Pick<PageMetadata, 'targets' | 'page'>;

function targetOf(metadata: Referring, target: string): PageTarget {
  const found = Object.hasOwn(metadata.targets, target) ? metadata.targets[target] : undefined;
  if (found === undefined) throw new Error(`target ${target} is not in the metadata of page ${metadata.page}`);
  return found;
}

function placeQuery(place: ChoicePlace | undefined): Query {
  if (place === undefined) return {};
  const { field, values } = place;
  return values === undefined ? { filter: field } : { for: field, record: JSON.stringify(values) };
}

/**
 * What the views of field types read and write, from the calls of the API. Of a draft that the server does not serve
 * (`served: false`) pickers name no place, which the call could not know; they offer what the person's lists show.
 */
export function createFieldServices(metadata: Referring, { served = true } = {}): FieldServices {
  const system = <Path extends SystemPath>(
    path: Path,
    query: Record<string, string>,
    signal: AbortSignal,
  ): Promise<SystemAnswers[Path]> => request({ service: 'system', path, query, signal, quiet: true });

  // Whoever does not see the records themselves is offered what the field that he names may hold.
  const select = (
    target: string,
    query: Query,
    signal: AbortSignal,
    place?: ChoicePlace,
  ): Promise<readonly ChoiceAnswer[]> => {
    const { service, base } = targetOf(metadata, target);
    const options = { query: { ...query, ...placeQuery(served ? place : undefined) }, signal, quiet: true };
    return requestOperation({ kind: 'select', method: 'GET' }, { service, path: `${base}/select`, ...options });
  };

  return {
    async searchRecords(target, keyword, signal, place) {
      const found = await select(target, { keyword, size: FOUND }, signal, place);
      return found.map(({ id, label, detail, misfit }) => ({ id, label, detail, misfit }));
    },
    treeRecords: async (target, signal, place) => nest(await select(target, {}, signal, place)),
    async recordLabels(target, ids, signal, place) {
      const found = await select(target, { ids }, signal, place);
      return found.map(({ id, label }) => ({ id, label }));
    },
    departments: async (signal) => (await system('dept/tree', {}, signal)).map(treeChoice),
    roles: async (signal) => (await system('role/tree-by-parent', {}, signal)).map(treeChoice),
    posts: async (signal) => (await system('position/list', {}, signal)).map(({ id, label }) => ({ id, label })),
    async people({ keyword, deptIds, roleId }, signal) {
      const query = { search: keyword, deptId: (deptIds ?? []).join(','), roleId: roleId ?? '' };
      const narrowed = keyword !== '' || deptIds !== undefined || roleId !== undefined;
      const people = narrowed
        ? await system('users-list', query, signal)
        : (await system('user/getPageVOList', { size: String(PEOPLE_SHOWN) }, signal)).records;
      return people.map(
        (person): RecordChoice => ({
          id: person.id,
          label: person.realName,
          ...(person.deptName === null ? {} : { detail: person.deptName }),
        }),
      );
    },
    grantablePages: (signal) => system('menu/grantable', {}, signal),
    async upload(file, report, signal) {
      await startUpload(file, ({ status, percent, stored, message }) => report({ status, percent, stored, message }), {
        signal,
      });
    },
    removeFile,
    readFile,
    download: (file) => downloadFile(file, fileName(file)),
  };
}

/** What is known of whoever is signed in without asking for it. */
type Myself = Pick<AccountInfo, 'userId' | 'realName' | 'deptId' | 'deptName'>;

/**
 * Makes the names of whoever is signed in and of his department known: fields that say who fills them in hold both before
 * he may choose anybody, and his own name is no secret.
 */
export function rememberMe({ userId, realName, deptId, deptName }: Myself): void {
  rememberLabel(PEOPLE, userId, realName);
  if (deptId !== '' && deptName !== '') rememberLabel(DEPARTMENTS, deptId, deptName);
}

/** Where a page stands and who looks at it, for what its fields link to. */
interface FieldSurroundings {
  /** Path of the page; '' where it has none. */
  readonly base: string;
  readonly menu: readonly MenuNode[];
  readonly me: Myself | null;
  readonly navigate: (path: string) => void;
}

/** The services of fields on a page: with links to its own records, and to others whose pages this person has. */
export function pageFieldServices(metadata: PageMetadata, surroundings: FieldSurroundings): FieldServices {
  const { base, menu, me, navigate } = surroundings;
  if (me !== null) rememberMe(me);
  const recordPage = (target: string, id: string): RecordPage | undefined => {
    const pages = Object.hasOwn(metadata.targets, target) ? metadata.targets[target]?.pages : undefined;
    const leaf = menuLeaves(menu).find(({ code, newTab }) => !newTab && pages?.includes(code) === true);
    if (leaf === undefined) return undefined;
    const path = screenPath(leaf.path, { kind: 'view', id });
    return { href: path, open: () => navigate(path) };
  };
  return {
    ...createFieldServices(metadata),
    recordLink: (id) => recordLink(base, id),
    recordPage,
    myName: me?.realName || undefined,
  };
}
