import type { RecordChoice, TreeChoice } from '../field-services.ts';
import { fieldText } from '../text.ts';

/** What the dialog holds until it is confirmed. */
export interface Selection {
  readonly records: readonly RecordChoice[];
  /** Why the last choice was refused. */
  readonly refusal: string | undefined;
}

/** Takes a record in or out; a single choice replaces the one before, and more than `limit` are refused. */
export function toggleRecord(
  selection: Selection,
  record: RecordChoice,
  rules: { readonly multiple: boolean; readonly limit: number },
): Selection {
  if (selection.records.some((one) => one.id === record.id)) {
    return { records: selection.records.filter((one) => one.id !== record.id), refusal: undefined };
  }
  if (!rules.multiple) return { records: [record], refusal: undefined };
  if (selection.records.length >= rules.limit) {
    return { records: selection.records, refusal: fieldText('atMost', { limit: rules.limit }) };
  }
  return { records: [...selection.records, record], refusal: undefined };
}

/**
 * Takes all records in that are not in yet, or all out where all are in. Where not all fit, none is taken: half a
 * department would pass for a whole one.
 */
export function toggleRecords(
  selection: Selection,
  records: readonly RecordChoice[],
  rules: { readonly multiple: boolean; readonly limit: number },
): Selection {
  const held = new Set(selection.records.map((record) => record.id));
  const added = records.filter((record) => !held.has(record.id));
  if (added.length === 0) {
    const leaving = new Set(records.map((record) => record.id));
    return { records: selection.records.filter((record) => !leaving.has(record.id)), refusal: undefined };
  }
  const limit = rules.multiple ? rules.limit : 1;
  if (selection.records.length + added.length > limit) {
    return { records: selection.records, refusal: fieldText('atMost', { limit }) };
  }
  return { records: [...selection.records, ...added], refusal: undefined };
}

/** Name of a node of the tree; undefined where the tree has no such node. */
export function labelIn(nodes: readonly TreeChoice[], id: string): string | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node.label : labelIn(node.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The tree's branches whose label contains the keyword, with the way to them; all of it for ''. */
export function searchTree(nodes: readonly TreeChoice[], keyword: string): readonly TreeChoice[] {
  if (keyword === '') return nodes;
  return nodes.flatMap((node) => {
    const children = searchTree(node.children ?? [], keyword);
    if (node.label.includes(keyword)) return [node];
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** All ids of a tree that have something below them. */
export function branchIds(nodes: readonly TreeChoice[]): string[] {
  return nodes.flatMap((node) =>
    node.children !== undefined && node.children.length > 0 ? [node.id, ...branchIds(node.children)] : [],
  );
}

/** Id of a node and of all below it; undefined where the tree has no such node. */
export function idsBelow(nodes: readonly TreeChoice[], id: string): readonly string[] | undefined {
  const all = (node: TreeChoice): string[] => [node.id, ...(node.children ?? []).flatMap(all)];
  for (const node of nodes) {
    const found = node.id === id ? all(node) : idsBelow(node.children ?? [], id);
    if (found !== undefined) return found;
  }
  return undefined;
}
