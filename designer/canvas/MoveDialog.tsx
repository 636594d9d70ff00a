import { Form, Select } from 'antd';
import { memo, useEffect, useState } from 'react';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { isSameThing, movesTo, placeIn } from '../arrange/moves.ts';
import type { Group } from '../outline/groups.ts';
import { useCanvasText } from './texts.ts';

const FIRST = '';

/** Asks where things go: into which group, behind what. For fingers and keys, and for long ways. */
export const MoveDialog = memo(function MoveDialog({
  open,
  groups,
  things,
  onAct,
  onClose,
}: {
  open: boolean;
  groups: readonly Group[];
  things: readonly OverlayAddress[];
  onAct(edits: readonly OverlayEdit[]): string | undefined;
  onClose(): void;
}) {
  const text = useCanvasText();
  const [first] = things;
  const isMoved = (at: OverlayAddress) => things.some((thing) => isSameThing(thing, at));
  const holder = first?.slice(0, -1) ?? [];
  const possible = groups.filter((group) => isSameThing(group.holder, holder));
  const current = possible.find(({ items }) => items.some(({ at }) => isMoved(at)));
  const [key, setKey] = useState('');
  const [after, setAfter] = useState(FIRST);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins where the things stand when it opens.
  useEffect(() => {
    setKey(current?.key ?? '');
    setAfter(FIRST);
  }, [open]);
  const group = possible.find((each) => each.key === key) ?? current;
  const beside = (group?.items ?? []).filter(({ at }) => !isMoved(at));
  const move = () => {
    if (group !== undefined && onAct(movesTo(things, placeIn(group, after === FIRST ? null : after))) === undefined)
      onClose();
  };
  return (
    <Dialog open={open} title={text('arrange.to')} okText={text('arrange.to.ok')} onOk={move} onClose={onClose}>
      <Form layout="vertical" component={false}>
        {possible.length > 1 ? (
          <Form.Item label={text('arrange.to.section')} htmlFor="ds-move-section">
            <Select
              id="ds-move-section"
              value={group?.key ?? ''}
              onChange={(next) => {
                setKey(next);
                setAfter(FIRST);
              }}
              options={possible.map(({ key: value, title }) => ({ value, label: title }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item label={text('arrange.to.place')} htmlFor="ds-move-place">
          <Select
            id="ds-move-place"
            value={after}
            onChange={setAfter}
            options={[
              { value: FIRST, label: text('arrange.to.first') },
              ...beside.map(({ id, title }) => ({ value: id, label: text('arrange.to.behind', { title }) })),
            ]}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
});
