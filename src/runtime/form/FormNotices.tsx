import { Alert, Button, Space } from 'antd';
import { useEffect, useRef } from 'react';
import { plantTime } from '../../api/plant-clock.ts';
import { runtimeText } from '../text.ts';
import { LostNotice } from './LostNotice.tsx';
import type { FormController } from './useFormController.ts';

/** What a person should know before he goes on: an unsaved draft, a changed form, a failure without a field. */
export function FormNotices({ controller }: { controller: FormController }) {
  const { offer, stored, upgraded, lost = [], problem } = controller;
  const older = offer !== undefined && stored !== undefined && offer.version !== stored.version;
  return (
    <div className="anlan-form-notices">
      {offer !== undefined && (
        <Alert
          type="info"
          showIcon
          title={runtimeText(older ? 'form.restoreOlder' : 'form.restore', {
            time: plantTime(offer.savedAt).slice(0, 16),
          })}
          action={
            <Space>
              <Button size="small" type="primary" onClick={controller.takeOffer}>
                {runtimeText('form.restore.take')}
              </Button>
              <Button size="small" onClick={controller.dropOffer}>
                {runtimeText('form.restore.drop')}
              </Button>
            </Space>
          }
        />
      )}
      {upgraded && lost.length === 0 && <Alert type="info" showIcon closable title={runtimeText('form.upgraded')} />}
      {lost.length > 0 && <LostNotice lost={lost} />}
      <Problem text={problem} alone={(controller.engine?.state.faults.length ?? 0) === 0} />
    </div>
  );
}

/**
 * Why a form was not taken, above it: it comes into sight by itself, since the button that was pressed may stand pages
 * below, unless there is a field to be led to.
 */
function Problem({ text, alone }: { readonly text: string | undefined; readonly alone: boolean }) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== undefined && alone) shown.current?.scrollIntoView({ block: 'center' });
  }, [text, alone]);
  if (text === undefined) return null;
  return (
    <div ref={shown}>
      <Alert type="error" showIcon role="alert" title={text} />
    </div>
  );
}
