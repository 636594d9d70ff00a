import { CompressOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useShownView } from '../../runtime/EntityContext.ts';
import { useView } from '../../runtime/view/useView.ts';
import { ViewFrame } from '../../runtime/view/ViewFrame.tsx';
import { ToolButton } from '../../ui/ToolButton.tsx';
import { useIsPhone } from '../../ui/useIsPhone.ts';
import type { HierarchySettings } from './definition.ts';
import { forestOf, heads } from './forest.ts';
import { HierarchyChart } from './HierarchyChart.tsx';
import { BOXES, query } from './query.ts';
import { useHierarchyText } from './text.ts';
import { useChartSize } from './useChartSize.ts';
import './hierarchy.css';

/** Up to so many boxes all stand open at first; of more, two levels. */
const OPEN = 60;

/** Records as boxes joined by lines; a phone, which is too narrow for that, has them below each other. */
export function HierarchyPage() {
  const { parent, lines } = useShownView().view.settings as HierarchySettings;
  const phone = useIsPhone();
  const text = useHierarchyText();
  const view = useView(query);
  const records = view.answer?.records;
  const forest = useMemo(() => forestOf(records ?? [], parent), [records, parent]);
  const [closed, setClosed] = useState<ReadonlySet<string>>();
  const usual = useMemo(() => {
    const few = (records ?? []).length <= OPEN;
    return new Set(few ? [] : heads(forest.flatMap(({ below }) => below)));
  }, [records, forest]);
  // What was found by a filter is seen, whatever was closed before.
  const { narrowed } = view.list;
  useEffect(() => {
    if (narrowed) setClosed(new Set());
  }, [narrowed]);
  const shut = closed ?? usual;
  const size = useChartSize(phone);
  const toggle = (id: string) => {
    const next = new Set(shut);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  const tools = (
    <>
      <Button onClick={() => setClosed(new Set())} disabled={shut.size === 0}>
        {text('open.all')}
      </Button>
      <Button onClick={() => setClosed(new Set(heads(forest)))}>{text('close.all')}</Button>
      {!phone && (
        <div className="anlan-kh-zoom" data-print="none">
          <ToolButton label={text('smaller')} icon={<ZoomOutOutlined />} onClick={size.smaller} />
          <span className="anlan-kh-zoom-now" aria-live="polite">
            {Math.round(size.zoom * 100)}%
          </span>
          <ToolButton label={text('larger')} icon={<ZoomInOutlined />} onClick={size.larger} />
          <ToolButton label={text('fit')} icon={<CompressOutlined />} onClick={size.fit} />
        </div>
      )}
    </>
  );
  return (
    <ViewFrame view={view} tools={tools} paper isEmpty={(answer) => answer.records.length === 0}>
      {({ more }) => (
        <>
          {more && <Alert type="warning" showIcon title={text('more', { most: BOXES })} className="anlan-view-note" />}
          <HierarchyChart forest={forest} lines={lines} closed={shut} onToggle={toggle} size={size} />
        </>
      )}
    </ViewFrame>
  );
}
