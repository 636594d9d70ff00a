import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import type { EntityModel } from '../../../src/core/model/entity-model.ts';
import { entityAbove, placesBelow } from '../../../src/core/model/tree-place.ts';
import type { WireRecord } from '../../../src/core/wire/contract.ts';
import type { RecordTree, RecordTreeBranch, RecordTreeNode } from '../../../src/core/wire/record-tree.ts';
import type { CallContext } from '../../ground/context.ts';
import { choicesOf } from '../../metadata/choices.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { createEntityCall } from '../call/entity-call.ts';
import type { EntityCall, EntityServices } from '../call/ports.ts';
import { readPage } from './list.ts';

/** Records of a kind that are read below one at once. */
const AT_ONCE = 50;

/** Most records from the topmost one down to the one that is looked at. */
const DEEPEST = 12;

/** Who asks for a tree, and what of. */
interface TreeReader {
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
}

interface RecordName {
  readonly entity: string;
  readonly id: string;
}

interface MoreBelow {
  readonly below?: string | undefined;
  readonly current?: string | undefined;
}

/** A record and the call by which it, and those beside it, are read. */
interface Standing {
  readonly call: EntityCall;
  readonly record: WireRecord;
}

/**
 * The tree around a record, opened from the topmost record that the person sees down to this one and what is right below
 * it. All is read by the lists of the pages that the places name, under the person's rights.
 * @throws AnlanError notFound where the record, its entity or a place in a tree is none of his.
 */
export async function readRecordTree(reader: TreeReader, entity: string, id: string): Promise<RecordTree> {
  const way = await readWay(reader, entity, id);
  const top = way[0];
  if (top === undefined) throw noTree(reader, entity);
  const node = await opened(reader, way);
  return { root: { ...branchHead(top.call), nodes: [node], total: 1 } };
}

/**
 * The records right below one, by kind: `current` leafs on within one kind, which `below` names.
 * @throws AnlanError notFound where the record is none of his, or has no place in a tree.
 */
export async function readTreeBelow(
  reader: TreeReader,
  above: RecordName,
  more: MoreBelow = {},
): Promise<readonly RecordTreeBranch[]> {
  const call = callOf(reader, above.entity);
  if (call === undefined || (await readOne(call, above.id)) === undefined) throw noTree(reader, above.entity);
  return branchesBelow(reader, above, more);
}

async function branchesBelow(
  reader: TreeReader,
  above: RecordName,
  more: MoreBelow = {},
): Promise<readonly RecordTreeBranch[]> {
  const branches: RecordTreeBranch[] = [];
  for (const { call, of } of callsBelow(reader, above.entity)) {
    if (more.below !== undefined && call.model.key !== more.below) continue;
    const answer = await readPage(call, listOf(call), {
      page: call.page,
      [of]: above.id,
      size: String(AT_ONCE),
      ...(more.current === undefined ? {} : { current: more.current }),
    });
    if (answer.total === 0) continue;
    const opens = callsBelow(reader, call.model.key).length > 0;
    branches.push({
      ...branchHead(call),
      nodes: answer.records.map((record) => nodeOf({ call, record }, opens)),
      total: answer.total,
      ...(answer.totalCapped === true ? { totalCapped: true } : {}),
    });
  }
  return branches;
}

const noTree = ({ snapshot }: TreeReader, entity: string): AnlanError =>
  new AnlanError('notFound', { what: snapshot.entities.get(entity)?.title ?? entity });

/** The record with those above it, the topmost first, as far as the person sees them. */
async function readWay(reader: TreeReader, entity: string, id: string): Promise<readonly Standing[]> {
  const way: Standing[] = [];
  const passed = new Set<string>();
  for (let next: { entity: string; id: string } | undefined = { entity, id }; next !== undefined; ) {
    const call = callOf(reader, next.entity);
    if (call === undefined || passed.has(next.id) || way.length === DEEPEST) break;
    passed.add(next.id);
    const record = await readOne(call, next.id);
    if (record === undefined) break;
    way.unshift({ call, record });
    next = above({ call, record });
  }
  return way;
}

async function readOne(call: EntityCall & { page: string }, id: string): Promise<WireRecord | undefined> {
  const found = await readPage(call, listOf(call), { page: call.page, ids: id, size: '1' });
  return found.records[0];
}

function above({ call: { model, fieldRights }, record }: Standing): { entity: string; id: string } | undefined {
  const place = model.source.detail?.tree;
  const field = model.field.get(place?.of ?? '');
  if (place === undefined || field === undefined || !fieldRights.isOpen(field)) return undefined;
  const id = record[field.key];
  const entity = entityAbove(model.source, place);
  return typeof id === 'string' && id !== '' && entity !== undefined ? { entity, id } : undefined;
}

/** The first record of a way with what is below it, opened along the rest of the way. */
async function opened(reader: TreeReader, way: readonly Standing[]): Promise<RecordTreeNode> {
  const [here, ...rest] = way as readonly [Standing, ...Standing[]];
  const below = await branchesBelow(reader, { entity: here.call.model.key, id: here.record.id });
  const node = { ...nodeOf(here, below.length > 0), branches: below };
  const [next] = rest;
  if (next === undefined) return node;
  const inner = await opened(reader, rest);
  const along = below.map((branch) => (branch.entity === next.call.model.key ? withNode(branch, inner) : branch));
  return { ...node, opens: true, branches: along };
}

/** The branch with a node in its place; behind the others where it stands further down than was read. */
function withNode(branch: RecordTreeBranch, node: RecordTreeNode): RecordTreeBranch {
  const isRead = branch.nodes.some(({ id }) => id === node.id);
  return {
    ...branch,
    nodes: isRead ? branch.nodes.map((other) => (other.id === node.id ? node : other)) : [...branch.nodes, node],
  };
}

function branchHead({ model }: EntityCall): Pick<RecordTreeBranch, 'entity' | 'title' | 'page'> {
  return { entity: model.key, title: model.title, page: model.source.detail?.tree?.page ?? '' };
}

function nodeOf({ call, record }: Standing, opens: boolean): RecordTreeNode {
  const { model } = call;
  const name = record[`${model.label}Label`] ?? record[model.label];
  const tag = tagOf(call, record);
  return { id: record.id, label: typeof name === 'string' ? name : '', ...(tag === undefined ? {} : { tag }), opens };
}

function tagOf({ model, snapshot, fieldRights }: EntityCall, record: WireRecord): RecordTreeNode['tag'] {
  const key = model.source.detail?.tree?.tag;
  const field = model.field.get(key ?? '');
  const value = key === undefined ? null : record[key];
  if (field === undefined || typeof value !== 'string' || !fieldRights.isOpen(field)) return undefined;
  if (key === 'status') {
    const state = Object.hasOwn(model.states, value) ? model.states[value] : undefined;
    return state && { text: state.title, ...(state.color === undefined ? {} : { color: state.color }) };
  }
  const choice = choicesOf(snapshot, field)?.find((each) => each.key === value);
  return choice && { text: choice.title, ...(choice.color === undefined ? {} : { color: choice.color }) };
}

/** The call by which an entity's records are read for a tree; undefined where it has no place or the page is not his. */
function callOf(
  { services, context, snapshot }: TreeReader,
  entity: string,
): (EntityCall & { page: string }) | undefined {
  const model = snapshot.entities.get(entity);
  const place = model?.source.detail?.tree;
  if (model === undefined || place === undefined || !Object.hasOwn(model.pages, place.page)) return undefined;
  const call = createEntityCall(services, context, snapshot, model, { page: place.page });
  return call.granted.has('view') ? { ...call, page: place.page } : undefined;
}

function callsBelow(
  reader: TreeReader,
  entity: string,
): readonly { readonly call: EntityCall & { page: string }; readonly of: string }[] {
  const sources = [...reader.snapshot.entities.values()].map(({ source }) => source);
  return placesBelow(sources, entity).flatMap(({ entity: { entity: key }, of }) => {
    const call = callOf(reader, key);
    const field = call?.model.field.get(of);
    return call === undefined || field === undefined || !call.fieldRights.isOpen(field) ? [] : [{ call, of }];
  });
}

function listOf({ model }: { readonly model: EntityModel }): EntityModel['operations'][number] {
  const list = model.operations.find(({ kind }) => kind === 'page' || kind === 'list');
  if (list === undefined) throw new AnlanError('unknownCall');
  return list;
}
