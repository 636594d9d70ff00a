import { ColumnHeightOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEntityPage } from '../EntityContext.ts';
import { ListTool } from './ListTool.tsx';
import { useListText } from './text.ts';
import { type TableHeight, useTableRoom } from './useTableRoom.ts';

/** Chooses how high the tables of all lists are: as usual, or as high as the window leaves room for. */
export function HeightChooser() {
  const { page } = useEntityPage();
  const text = useListText();
  const { height, choose } = useTableRoom(page.page.code);
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      menu={{
        selectable: true,
        selectedKeys: [height],
        items: (['usual', 'window'] as const).map((key) => ({ key, label: text(`height.${key}`) })),
        onClick: ({ key }) => choose(key as TableHeight),
      }}
    >
      <ListTool letter="H" label={text('height.title')} icon={<ColumnHeightOutlined />} />
    </Dropdown>
  );
}
