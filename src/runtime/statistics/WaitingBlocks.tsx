import { Skeleton } from 'antd';
import { CHART_HEIGHT } from './chart-data.ts';

/** As high as the chart that comes. */
export function WaitingChart({ small }: { small: boolean }) {
  return (
    <div style={{ height: small ? CHART_HEIGHT.small : CHART_HEIGHT.large }}>
      <Skeleton active title={false} paragraph={{ rows: small ? 4 : 8 }} />
    </div>
  );
}

/** As many blocks as come, each as high as its title and its chart. */
export function WaitingBlocks({ keys }: { keys: readonly string[] }) {
  return (
    <div className="anlan-blocks">
      {keys.map((key) => (
        <div key={key} className="anlan-block">
          <div className="anlan-block-head anlan-block-head-waiting" />
          <WaitingChart small />
        </div>
      ))}
    </div>
  );
}
