import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloudUploadOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useWalkText } from './text.ts';
import type { PointState, WalkPoint } from './walk-model.ts';

const LOOKS: Readonly<Record<PointState, { readonly color: string; readonly icon: ReactNode }>> = {
  open: { color: 'default', icon: <ClockCircleOutlined /> },
  waiting: { color: 'blue', icon: <CloudUploadOutlined /> },
  done: { color: 'green', icon: <CheckCircleOutlined /> },
  conflict: { color: 'red', icon: <ExclamationCircleOutlined /> },
  refused: { color: 'red', icon: <ExclamationCircleOutlined /> },
  closed: { color: 'default', icon: <MinusCircleOutlined /> },
};

/** How a point stands, in a word. */
export function PointTag({ state }: { readonly state: PointState }) {
  const text = useWalkText();
  const { color, icon } = LOOKS[state];
  return (
    <Tag color={color} icon={icon}>
      {text(`state.${state}`)}
    </Tag>
  );
}

interface PointListProps {
  readonly points: readonly WalkPoint[];
  readonly at: number;
  readonly onChoose: (index: number) => void;
}

/** All points with how they stand; a press goes there. */
export function PointList({ points, at, onChoose }: PointListProps) {
  const text = useWalkText();
  return (
    <ol className="anlan-walk-list" aria-label={text('list')}>
      {points.map((point, index) => (
        <li key={point.id}>
          {point.heading !== undefined && point.heading !== '' && <h3>{point.heading}</h3>}
          <button
            type="button"
            className="anlan-plain anlan-walk-jump"
            aria-current={index === at ? 'step' : undefined}
            onClick={() => onChoose(index)}
          >
            <span className="anlan-walk-number">{index + 1}</span>
            <span className="anlan-walk-name">{point.title}</span>
            <PointTag state={point.state} />
          </button>
        </li>
      ))}
    </ol>
  );
}
