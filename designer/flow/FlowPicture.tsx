import {
  Background,
  BaseEdge,
  type Connection,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react';
import { useMemo, useRef } from 'react';
import '@xyflow/react/dist/style.css';
import { StatusTag } from '../../src/ui/StatusTag.tsx';
import { LockMark } from '../marks/LockMark.tsx';
import type { ViewProps } from '../view-props.ts';
import { type DiagramBox, type DiagramLine, diagramOf } from './diagram.ts';
import type { DrawnStep } from './flow-parts.ts';
import { pointOn, svgPathOf } from './route.ts';
import { useFlowText } from './texts.ts';

type BoxNode = Node<{ readonly box: DiagramBox } & Pick<ViewProps, 'design' | 'chosen' | 'onChoose'>, 'state' | 'step'>;

function StateNode({ data: { box, ...view } }: NodeProps<BoxNode>) {
  const { state, staying } = box;
  if (state === undefined) return null;
  return (
    <div className="anlan-ds-state" style={{ width: box.width, height: box.height }}>
      <Handle type="target" position={Position.Top} />
      <ThingButton {...view} at={state.at} kind="state">
        <StatusTag text={state.title} color={state.source.color} />
        <Facts source={state.source} />
      </ThingButton>
      {staying.map((step) => (
        <StepButton key={step.key} {...view} step={step} />
      ))}
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
}

function StepNode({ data: { box, ...view } }: NodeProps<BoxNode>) {
  if (box.step === undefined) return null;
  return (
    <div className="anlan-ds-step" style={{ width: box.width, height: box.height }}>
      <Handle type="target" position={Position.Top} isConnectable={false} />
      <StepButton {...view} step={box.step} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  );
}

type Choosing = Pick<ViewProps, 'design' | 'chosen' | 'onChoose'>;

function StepButton({ step, ...view }: Choosing & { step: DrawnStep }) {
  const text = useFlowText();
  const levels = Object.keys(step.source.approve?.levels ?? {}).length;
  const isApproved = step.source.approve !== undefined;
  return (
    <ThingButton {...view} at={step.at} kind="step" quiet={!step.offered}>
      <span className="anlan-ds-flow-title">{step.title}</span>
      {isApproved ? (
        <span className="anlan-ds-flow-fact">
          {levels > 0 ? text('fact.levels', { count: levels }) : text('fact.approval')}
        </span>
      ) : null}
      <Effects effects={step.source.effects} />
      {step.offered ? null : <span className="anlan-ds-flow-fact">{text('fact.unlisted')}</span>}
    </ThingButton>
  );
}

function ThingButton({
  at,
  kind,
  quiet = false,
  design,
  chosen,
  onChoose,
  children,
}: Choosing & {
  at: readonly string[];
  kind: 'state' | 'step';
  quiet?: boolean;
  children: React.ReactNode;
}) {
  const isChosen = at.every((step, index) => chosen[index] === step);
  return (
    <button
      type="button"
      className="anlan-ds-flow-thing nodrag nopan"
      data-kind={kind}
      data-thing={at.join('/')}
      data-quiet={quiet}
      data-chosen={isChosen}
      aria-current={isChosen}
      onClick={() => onChoose(at)}
    >
      {children}
      <LockMark design={design} at={at} />
    </button>
  );
}

function Effects({ effects = {} }: { effects: DrawnStep['source']['effects'] | undefined }) {
  const text = useFlowText();
  const count = Object.keys(effects).length;
  return count === 0 ? null : <span className="anlan-ds-flow-fact">{text('fact.effects', { count })}</span>;
}

/** What falls due in a state and what coming to it does, as far as there is anything. */
function Facts({ source }: { source: NonNullable<DiagramBox['state']>['source'] }) {
  const text = useFlowText();
  const timers = Object.keys(source.timers ?? {}).length;
  const effects = Object.keys(source.effects ?? {}).length;
  const facts = [
    ...(source.initial === true ? [text('fact.initial')] : []),
    ...(timers > 0 ? [text('fact.timers', { count: timers })] : []),
    ...(effects > 0 ? [text('fact.effects', { count: effects })] : []),
  ];
  return facts.length === 0 ? null : <span className="anlan-ds-flow-fact">{facts.join(' · ')}</span>;
}

type LineEdge = Edge<Pick<DiagramLine, 'route'>, 'line'>;

/** A line where the layout has led it, between the boxes. */
function RoutedLine({ data, markerEnd, label }: EdgeProps<LineEdge>) {
  const { route } = data ?? { route: [] };
  // The first part that leads away from its box.
  const piece = route.find(([from, , , to]) => from.x !== to.x) ?? route[0];
  const { x, y } = piece === undefined ? { x: 0, y: 0 } : pointOn(piece, 0.5);
  return (
    <BaseEdge
      path={svgPathOf(route)}
      {...(markerEnd === undefined ? {} : { markerEnd })}
      {...(label === undefined ? {} : { label, labelX: x, labelY: y })}
    />
  );
}

const NODE_TYPES = { state: StateNode, step: StepNode };
const EDGE_TYPES = { line: RoutedLine };

/** Whether a box is that of the chosen thing. */
function isOf(boxes: readonly DiagramBox[], chosen: readonly string[], id: string): boolean {
  const box = boxes.find((one) => one.id === id);
  const at = box?.state?.at ?? box?.step?.at;
  return at?.every((step, index) => chosen[index] === step) === true;
}

/** Least size at which the words of the picture can be read. */
const LEAST_ZOOM = 0.8;
/** Pixels around the picture. */
const EDGE = 16;

/** Where one looks at first: where the flow begins, all of its width as far as that can be read. */
function beginning(boxes: readonly DiagramBox[], width: number): { x: number; y: number; zoom: number } {
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const zoom = Math.max(LEAST_ZOOM, Math.min(1, (width - 2 * EDGE) / (right - left)));
  const first = boxes[0];
  const fits = (right - left) * zoom + 2 * EDGE <= width || first === undefined;
  const middle = fits ? (left + right) / 2 : first.x + first.width / 2;
  return { x: width / 2 - middle * zoom, y: EDGE, zoom };
}

/** The flow as a picture laid out by itself; a press chooses, a line drawn from state to state asks for a new step. */
export function FlowPicture({
  design,
  chosen,
  onChoose,
  onConnect,
}: Choosing & { onConnect(from: string, to: string): void }) {
  const text = useFlowText();
  const { entity } = design;
  const frame = useRef<HTMLElement>(null);
  const { nodes: boxes, lines } = useMemo(() => diagramOf(entity), [entity]);
  const nodes = useMemo(
    () =>
      boxes.map(
        (box): BoxNode => ({
          id: box.id,
          type: box.state === undefined ? 'step' : 'state',
          position: { x: box.x, y: box.y },
          width: box.width,
          height: box.height,
          data: { box, design, chosen, onChoose },
          draggable: false,
          focusable: false,
          selectable: false,
          // What can neither be dragged nor selected lets presses through.
          style: { pointerEvents: 'all' },
        }),
      ),
    [boxes, design, chosen, onChoose],
  );
  const edges = useMemo(
    () =>
      lines.map(
        ({ id, source, target, way, route }): LineEdge => ({
          id,
          type: 'line',
          data: { route },
          source,
          target,
          className: [
            ...(way === 'reject' || way === 'revoke' ? ['anlan-ds-back'] : []),
            ...(isOf(boxes, chosen, source) || isOf(boxes, chosen, target) ? ['anlan-ds-way-chosen'] : []),
          ].join(' '),
          label: way === 'reject' ? text('way.reject') : way === 'revoke' ? text('way.revoke') : undefined,
          markerEnd: { type: MarkerType.ArrowClosed },
          focusable: false,
          selectable: false,
        }),
      ),
    [lines, text, boxes, chosen],
  );
  const stateOf = (id: string | null) => boxes.find((box) => box.id === id)?.state?.key;
  const connect = ({ source, target }: Connection) => {
    const [from, to] = [stateOf(source), stateOf(target)];
    if (from !== undefined && to !== undefined) onConnect(from, to);
  };
  return (
    <section ref={frame} className="anlan-ds-diagram" aria-label={text('diagram')}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onInit={(flow) => void flow.setViewport(beginning(boxes, frame.current?.clientWidth ?? 0))}
        minZoom={0.2}
        onConnect={connect}
        nodesFocusable={false}
        nodesDraggable={false}
        elementsSelectable={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} position="top-right" />
      </ReactFlow>
    </section>
  );
}
