import { Button } from 'antd';
import { runtimeText } from '../text.ts';
import { observed } from './observed.ts';
import type { FormController } from './useFormController.ts';

/** Hours and minutes of the plant's clock. */
const clockTime = (time: string): string => time.slice(11, 16);

const COMMAND_TEXTS = { saveDraft: 'form.saveDraft', save: 'form.save', submit: 'form.submit' } as const;

/** What became of the input, and the buttons of the form. */
export const FormFooter = observed(
  ({ controller, onCancel, plain = false }: { controller: FormController; onCancel: () => void; plain?: boolean }) => {
    const { engine, busy, commands } = controller;
    const faults = engine?.state.faults ?? [];
    return (
      <div className={plain ? 'anlan-form-footer-plain' : 'anlan-form-footer'}>
        <div className="anlan-form-state" role="status" data-faults={faults.length > 0}>
          {stateText(controller, faults)}
        </div>
        <Button disabled={busy !== undefined} onClick={onCancel}>
          {runtimeText('form.cancel')}
        </Button>
        {commands.map((command) => (
          <Button
            key={command.key}
            type={command.primary ? 'primary' : 'default'}
            loading={busy === command.key}
            disabled={engine === undefined || (busy !== undefined && busy !== command.key)}
            onClick={() => controller.run(command)}
          >
            {runtimeText(COMMAND_TEXTS[command.key])}
          </Button>
        ))}
      </div>
    );
  },
);

function stateText(controller: FormController, faults: readonly { readonly msg: string }[]): string {
  const { busy, savedAt, keptAt, engine } = controller;
  if (busy !== undefined) return runtimeText('form.saving');
  if (faults.length > 0) return runtimeText('form.faults', { count: faults.length, first: faults[0]?.msg ?? '' });
  if (engine?.state.dirty) {
    return keptAt === undefined ? runtimeText('form.unsaved') : runtimeText('form.kept', { time: clockTime(keptAt) });
  }
  return savedAt === undefined ? '' : runtimeText('form.saved', { time: clockTime(savedAt) });
}
