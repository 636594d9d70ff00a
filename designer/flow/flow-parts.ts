import type { Entity, State, Transition } from '../../src/core/dialect/entity.generated.ts';
import { byOrder, type Draft, entryId } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress } from '../../src/core/overlay/overlay.ts';

/** A state as the flow shows it. */
export interface FlowState {
  readonly at: OverlayAddress;
  readonly key: string;
  readonly title: string;
  readonly source: State;
}

/** How a step brings a record to a state: at its end, while it is approved, when it is rejected or taken back. */
export type FlowWay = 'to' | 'pending' | 'opens' | 'reject' | 'revoke';

/** Where a step leads. */
interface FlowEnd {
  readonly state: string;
  readonly way: FlowWay;
  /** Under which condition; undefined for none. */
  readonly when: string | undefined;
}

/** A step as the flow shows it. */
export interface DrawnStep {
  readonly at: OverlayAddress;
  readonly key: string;
  readonly title: string;
  readonly from: readonly string[];
  readonly ends: readonly FlowEnd[];
  /** Whether a page offers it, or nobody has to press it. */
  readonly offered: boolean;
  readonly source: Transition;
}

/** The states of an entity in their order. */
export function flowStates({ states = {} }: Entity): readonly FlowState[] {
  const map = states as unknown as Draft;
  return byOrder(map).flatMap((key) => {
    const source = states[key];
    return source === undefined ? [] : [{ at: ['states', entryId(map, key)], key, title: source.title, source }];
  });
}

/** The steps of an entity in the order of its file. */
export function flowSteps({ transitions = {}, pages = {} }: Entity): readonly DrawnStep[] {
  const map = transitions as unknown as Draft;
  const listed = new Set(Object.values(pages).flatMap(({ actions = [] }) => actions));
  return Object.entries(transitions).map(([key, source]) => ({
    at: ['transitions', entryId(map, key)],
    key,
    title: source.title,
    from: source.from,
    ends: endsOf(source),
    offered: source.auto === true || listed.has(key) || !source.who.some((actor) => actor !== 'system'),
    source,
  }));
}

function endsOf({ to, approve }: Transition): readonly FlowEnd[] {
  const told = typeof to === 'string' ? [{ state: to }] : (to ?? []);
  const end = (state: string | undefined, way: FlowWay): FlowEnd[] =>
    state === undefined ? [] : [{ state, way, when: undefined }];
  return [
    ...told.map((one): FlowEnd => ({ state: one.state, way: 'to', when: 'when' in one ? one.when : undefined })),
    ...end(approve?.pending, 'pending'),
    ...end(approve?.opens?.to, 'opens'),
    ...end(approve?.reject?.to, 'reject'),
    ...end(approve?.revoke?.to, 'revoke'),
  ];
}
