import { Background, Controls, type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { useMemo } from 'react';
import type { DiagramNode, FlowDiagram } from '../../core/wire/approval.ts';
import '@xyflow/react/dist/style.css';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import { personName, personState } from './flow-words.ts';
import { flowText } from './text.ts';

/** Pixels between nodes. */
const COLUMN = 230;
const ROW = 130;
/** The same between branches of a flow that reads from above. */
const COLUMN_DOWN = 200;
/** People named in a node before the rest is only counted. */
const PEOPLE_SHOWN = 4;

type FlowNode = Node<{ readonly node: DiagramNode; readonly down: boolean }, 'step'>;

function StepNode({ data: { node, down } }: NodeProps<FlowNode>) {
  const more = node.people.length - PEOPLE_SHOWN;
  return (
    <div className="anlan-node" data-state={node.state} data-type={node.type}>
      <Handle type="target" position={down ? Position.Top : Position.Left} isConnectable={false} />
      <strong>{node.title}</strong>
      {node.people.slice(0, PEOPLE_SHOWN).map((person, index) => (
        <div key={`${person.userId}/${String(index)}`}>
          {personName(person)}{' '}
          <span className="anlan-count">
            {node.type === 'submit' ? person.time?.slice(5, 16) : personState(person)}
          </span>
        </div>
      ))}
      {more > 0 && <div className="anlan-count">+{more}</div>}
      <Handle type="source" position={down ? Position.Bottom : Position.Right} isConnectable={false} />
    </div>
  );
}

const NODE_TYPES = { step: StepNode };

/** Pixels of a line in a node, and of what a node and the way to the next take besides. */
const LINE = 22;
const BETWEEN = 100;

/** Where the steps of a flow that reads from above begin: those with many people are tall. */
function topsOf({ nodes }: FlowDiagram): readonly number[] {
  const steps = Math.max(0, ...nodes.map(({ position }) => position.x + 1));
  const tops: number[] = [];
  let top = 0;
  for (let step = 0; step < steps; step += 1) {
    tops.push(top);
    const people = nodes.flatMap(({ position, people: named }) => (position.x === step ? [named.length] : []));
    top += BETWEEN + LINE * Math.min(PEOPLE_SHOWN + 1, Math.max(0, ...people));
  }
  return tops;
}

/** A flow as a picture to be moved and zoomed; what it says stands as text beside it. */
export function FlowDiagramView({ diagram }: { diagram: FlowDiagram }) {
  // A flow reads from left to right; on a phone, where that would be too small to read, from above.
  const down = useIsPhone();
  const tops = useMemo(() => topsOf(diagram), [diagram]);
  const nodes = useMemo(
    () =>
      diagram.nodes.map(
        (node): FlowNode => ({
          id: node.id,
          type: 'step',
          position: down
            ? { x: node.position.y * COLUMN_DOWN, y: tops[node.position.x] ?? 0 }
            : { x: node.position.x * COLUMN, y: node.position.y * ROW },
          data: { node, down },
          draggable: false,
          connectable: false,
        }),
      ),
    [diagram, down, tops],
  );
  const edges = useMemo(
    () =>
      diagram.edges.map(
        (edge): Edge => ({
          id: edge.id,
          source: edge.source,
          target: edge.target,
          label: edge.title,
          focusable: false,
        }),
      ),
    [diagram],
  );
  const rows = Math.max(1, ...diagram.nodes.map(({ position }) => position.y + 1));
  const height = down ? Math.min(600, (tops.at(-1) ?? 0) + ROW) : Math.min(420, 90 + rows * ROW);
  return (
    <div className="anlan-diagram" style={{ height }} aria-label={flowText('diagram.title')} role="img">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.1 }}
        minZoom={0.3}
        nodesFocusable={false}
        nodesDraggable={false}
        elementsSelectable={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} position={down ? 'top-right' : 'bottom-left'} />
      </ReactFlow>
    </div>
  );
}
