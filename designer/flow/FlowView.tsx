import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { memo, useState } from 'react';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { lazyPiece } from '../../src/ui/lazy-piece.tsx';
import { useIsPhone } from '../../src/ui/useIsPhone.ts';
import { soundKey } from '../names/sound-key.ts';
import type { ViewProps } from '../view-props.ts';
import { AddStepDialog, type Ends } from './AddStepDialog.tsx';
import { FlowTable } from './FlowTable.tsx';
import { flowStates } from './flow-parts.ts';
import { useFlowText } from './texts.ts';
import { WalkView } from './WalkView.tsx';
import './flow.css';

const FlowPicture = lazyPiece(() => import('./FlowPicture.tsx').then((module) => module.FlowPicture));

type Mode = 'diagram' | 'table' | 'walk';

/** States and steps of an entity, as a picture or as a table that can do all the same. */
export const FlowView = memo(function FlowView(view: ViewProps) {
  const text = useFlowText();
  const isPhone = useIsPhone();
  const { design, drafted, chosen, onOpen, onAct } = view;
  const { entity } = design;
  const [wished, setMode] = useState<Mode>('diagram');
  const [ends, setEnds] = useState<Ends>();
  const states = flowStates(entity);
  // Too small for a picture that has to be read.
  const modes: readonly Mode[] =
    states.length === 0 ? ['table'] : isPhone ? ['table', 'walk'] : ['diagram', 'table', 'walk'];
  const mode = modes.includes(wished) ? wished : 'table';
  const chosenState = chosen[0] === 'states' ? states.find(({ at }) => at[1] === chosen[1]) : undefined;
  const addState = () => {
    const title = text('states.new');
    const map = entity.states ?? {};
    const isTaken = (key: string) => Object.entries(map).some(([other, { id }]) => other === key || id === key);
    const at = ['states', soundKey('', 'state', isTaken)];
    const last = states.at(-1)?.at[1] ?? null;
    const value = states.length === 0 ? { title, initial: true } : { title };
    if (onAct([{ edit: 'add', at, after: last, value }]) === undefined) onOpen(at);
  };
  return (
    <div className="anlan-ds-flow" data-mode={mode}>
      <div className="anlan-ds-tools">
        {modes.length > 1 ? (
          <Segmented<Mode>
            aria-label={text('mode.label')}
            value={mode}
            onChange={setMode}
            options={modes.map((value) => ({ value, label: text(`mode.${value}`) }))}
          />
        ) : (
          <span />
        )}
        <span className="anlan-ds-flow-adds">
          <Button size="small" icon={<PlusOutlined />} onClick={addState}>
            {text('states.add')}
          </Button>
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={states.length === 0}
            onClick={() => setEnds({ from: chosenState === undefined ? [] : [chosenState.key], to: undefined })}
          >
            {text('steps.add')}
          </Button>
        </span>
      </div>
      {states.length === 0 ? <p className="anlan-ds-quiet">{text('none')}</p> : null}
      {mode === 'diagram' ? (
        <FlowPicture
          design={design}
          chosen={chosen}
          onChoose={onOpen}
          onConnect={(from, to) => setEnds({ from: [from], to })}
        />
      ) : mode === 'walk' ? (
        drafted.page === undefined ? (
          <LoadingDelay loading rows={8} />
        ) : (
          <WalkView design={design} page={drafted.page} stale={drafted.stale} />
        )
      ) : (
        <FlowTable design={design} chosen={chosen} onChoose={onOpen} onAct={onAct} />
      )}
      <AddStepDialog
        ends={ends}
        entity={entity}
        onAdd={(edits, at) => {
          const wrong = onAct(edits);
          if (wrong === undefined) onOpen(at);
          return wrong;
        }}
        onClose={() => setEnds(undefined)}
      />
    </div>
  );
});
