import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { App, Button, Dropdown, Segmented } from 'antd';
import { useCallback, useId, useMemo, useState } from 'react';
import { useAccess } from '../../api/access.ts';
import { saveBlob } from '../../api/files.ts';
import { plantTime } from '../../api/plant-clock.ts';
import type { StatisticsBlock } from '../../core/wire/statistics.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { usePalette } from '../../ui/look/usePalette.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { runtimeText } from '../text.ts';
import { BlockChart } from './BlockChart.tsx';
import { BlockFigures, BlockTable } from './BlockTable.tsx';
import type { ChartShot } from './ChartCanvas.tsx';
import { type ChartData, chartData } from './chart-data.ts';
import { exportTable, fileDay, fileTitle } from './export-statistics.ts';
import type { FigureLinks } from './figures.ts';
import { drawPicture } from './picture.ts';
import { useStatisticsText } from './text.ts';

/** What all blocks of a place have in common. */
export interface BlockPlace {
  /** Page whose rights apply. */
  readonly page: EntityPageModel;
  readonly links: FigureLinks;
  /** Query of the statistics. */
  readonly query: Readonly<Record<string, string>>;
  /** The filters in words; '' for none. */
  readonly said: string;
  /** Whether it stands beside other blocks. */
  readonly small: boolean;
}

/** A block: its chart, behind a switch its table, and its export. */
export function BlockPanel({ block, place }: { block: StatisticsBlock; place: BlockPlace }) {
  const text = useStatisticsText();
  const heading = useId();
  const data = useMemo(() => chartData(block, place.small), [block, place.small]);
  const [asTable, setAsTable] = useState(false);
  const [shot, setShot] = useState<{ readonly draw: ChartShot | undefined }>({ draw: undefined });
  const takeShot = useCallback((draw: ChartShot | undefined) => setShot({ draw }), []);
  const charted = data !== undefined && !asTable;
  return (
    <section className="anlan-block" aria-labelledby={heading}>
      <div className="anlan-block-head">
        <h3 id={heading} className="anlan-block-title">
          {block.title}
        </h3>
        {data !== undefined && (
          <Segmented
            size={place.small ? 'small' : 'middle'}
            aria-label={`${text('view.label')} ${block.title}`}
            value={asTable ? 'table' : 'chart'}
            options={[
              { value: 'chart', label: text('view.chart'), icon: <BarChartOutlined aria-hidden /> },
              { value: 'table', label: text('view.table'), icon: <TableOutlined aria-hidden /> },
            ]}
            onChange={(view) => setAsTable(view === 'table')}
          />
        )}
        <ExportMenu block={block} place={place} shot={charted ? shot.draw : undefined} />
      </div>
      <Content block={block} place={place} onShot={takeShot} asTable={asTable} data={data} />
    </section>
  );
}

interface ContentProps {
  readonly block: StatisticsBlock;
  readonly place: BlockPlace;
  readonly asTable: boolean;
  readonly data: ChartData | undefined;
  readonly onShot: (shot: ChartShot | undefined) => void;
}

function Content({ block, place, asTable, onShot, data }: ContentProps) {
  const text = useStatisticsText();
  if (block.dimension === undefined) return <BlockFigures block={block} links={place.links} />;
  if (block.rows.length === 0) return <EmptyState title={runtimeText('statistics.empty')} />;
  if (data === undefined || asTable) return <BlockTable block={block} links={place.links} />;
  if (data.rows.length === 0) return <EmptyState title={text('chart.nothing')} />;
  return <BlockChart block={block} data={data} links={place.links} small={place.small} onShot={onShot} />;
}

interface ExportProps {
  readonly block: StatisticsBlock;
  readonly place: BlockPlace;
  readonly shot: ChartShot | undefined;
}

function ExportMenu({ block, place, shot }: ExportProps) {
  const text = useStatisticsText();
  const { message } = App.useApp();
  const palette = usePalette();
  const code = place.page.page.code;
  const mayExport = useAccess((state) => state.rights[`${code}_export`] === true);
  const [busy, setBusy] = useState(false);

  const savePicture = async (): Promise<void> => {
    const filters = place.said === '' ? text('export.noFilters') : text('export.filters', { filters: place.said });
    const time = text('export.time', { time: plantTime() });
    const content = { title: block.title, lines: [filters, time], chart: shot?.(), block };
    const picture = await drawPicture({ ...content, total: runtimeText('statistics.total') }, palette);
    saveBlob(picture, `${fileTitle(block.title)}-${fileDay()}.png`);
  };
  const start = async (kind: string): Promise<void> => {
    setBusy(true);
    try {
      if (kind === 'picture') await savePicture();
      else await exportTable(place.page, block, place.query, place.said);
      void message.success(text('export.done', { title: block.title }));
    } catch {
      // What a call refuses, the client has told.
      if (kind === 'picture') void message.error(text('export.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'picture', label: text('export.picture') },
          ...(mayExport ? [{ key: 'table', label: text('export.table') }] : []),
        ],
        onClick: ({ key }) => void start(key),
      }}
    >
      <Button
        type="text"
        size={place.small ? 'small' : 'middle'}
        icon={<DownloadOutlined />}
        loading={busy}
        aria-label={text('export.menu', { title: block.title })}
        title={text('export.menu', { title: block.title })}
      />
    </Dropdown>
  );
}
