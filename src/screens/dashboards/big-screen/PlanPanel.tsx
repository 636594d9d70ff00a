import type { TileAnswer } from '../../../core/wire/joint.ts';
import { PlanSketch } from '../../../page-kinds/joint/dashboard/PlanSketch.tsx';
import { contentOf } from './figures.ts';
import { Panel } from './Panel.tsx';

/** The plant: areas by colour, and how many tickets and dangers are where. */
export function PlanPanel({ tile }: { readonly tile: TileAnswer | undefined }) {
  const content = contentOf(tile, 'plan');
  return (
    <Panel title={tile?.title ?? ''} tiles={[tile]}>
      {content === undefined ? null : <PlanSketch content={content} title={tile?.title ?? ''} />}
    </Panel>
  );
}
