import { Alert, Button, Space } from 'antd';
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
      {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
    </div>
  );
}
