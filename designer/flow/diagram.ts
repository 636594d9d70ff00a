import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { type DrawnStep, type FlowState, type FlowWay, flowStates, flowSteps } from './flow-parts.ts';
import { layOut } from './layout.ts';
import type { Route } from './route.ts';

/** A state or a step in the picture, with its place and size in pixels. */
export interface DiagramBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly state?: FlowState;
  /** Of a state the steps that leave a record where it is. */
  readonly staying: readonly DrawnStep[];
  readonly step?: DrawnStep;
}

/** A line between them, before it has a place. */
interface Line {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  /** How it is come by; undefined for the way from a state to a step. */
  readonly way: FlowWay | undefined;
}

/** A line between them. */
export interface DiagramLine extends Line {
  readonly route: Route;
}

/** Pixels of a state, of a line in it, and of a step. */
const STATE = { width: 176, height: 48 } as const;
const LINE = 28;
const STEP = { width: 156, height: 34 } as const;

const stateId = (key: string): string => `state ${key}`;

/** The picture of an entity's flow: states, and between them the steps that lead on. */
export function diagramOf(entity: Entity): {
  readonly nodes: readonly DiagramBox[];
  readonly lines: readonly DiagramLine[];
} {
  const steps = flowSteps(entity);
  const leads = ({ from, ends }: DrawnStep) => ends.some(({ state }) => from.some((key) => key !== state));
  const leading = steps.filter(leads);
  const boxes = [
    ...flowStates(entity).map((state) => {
      const staying = steps.filter((step) => !leads(step) && step.from.includes(state.key));
      const { width, height } = STATE;
      return { id: stateId(state.key), width, height: height + LINE * staying.length, state, staying };
    }),
    ...leading.map((step) => ({ id: `step ${step.key}`, ...STEP, step, staying: [] })),
  ];
  const lines = leading.flatMap((step) => linesOf(step));
  const { spots, routes } = layOut(
    boxes,
    lines.map(({ source, target }) => [source, target] as const),
  );
  return {
    nodes: boxes.map((box) => ({ ...box, ...(spots.get(box.id) ?? { x: 0, y: 0 }) })),
    lines: lines.map((line, index) => ({ ...line, route: routes[index] ?? [] })),
  };
}

function linesOf({ key, from, ends }: DrawnStep): readonly Line[] {
  const id = `step ${key}`;
  const into = from.map(
    (state): Line => ({ id: `${state} ${key}`, source: stateId(state), target: id, way: undefined }),
  );
  // Of several ways into the same state one line is enough.
  const told = new Map(ends.toReversed().map((end) => [end.state, end]));
  const out = [...told.values()].map(
    ({ state, way }): Line => ({ id: `${key} ${state}`, source: id, target: stateId(state), way }),
  );
  return [...into, ...out];
}
