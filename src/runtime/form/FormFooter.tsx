import { Button } from 'antd';
import { runtimeText } from '../text.ts';
import { commandAgain, type FormCommand } from './form-commands.ts';
import { observed } from './observed.ts';
import type { FormController } from './useFormController.ts';

/** Hours and minutes of the plant's clock. */
const clockTime = (time: string): string => time.slice(11, 16);

const COMMAND_TEXTS = { saveDraft: 'form.saveDraft', save: 'form.save', submit: 'form.submit' } as const;

const AGAIN_TEXTS = { saveDraft: 'form.saveAgain', save: 'form.saveAgain', submit: 'form.submitAgain' } as const;

const textOf = ({ key, again, step }: FormCommand): string =>
  key === 'step' ? (step?.title ?? '') : runtimeText(again === true ? AGAIN_TEXTS[key] : COMMAND_TEXTS[key]);

interface FormFooterProps {
  readonly controller: FormController;
  readonly onCancel: () => void;
  readonly plain?: boolean;
  /** Whether another record can be entered at once. Default false. */
  readonly again?: boolean;
}

/** What became of the input, and the buttons of the form. */
export const FormFooter = observed(({ controller, onCancel, plain = false, again = false }: FormFooterProps) => {
  const { engine, busy } = controller;
  const more = again ? commandAgain(controller.commands) : undefined;
  const commands = more === undefined ? controller.commands : [...controller.commands, more];
  const isBusy = (command: FormCommand) => busy?.key === command.key && busy.again === command.again;
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
          key={textOf(command)}
          type={command.primary ? 'primary' : 'default'}
          loading={isBusy(command)}
          disabled={engine === undefined || (busy !== undefined && !isBusy(command))}
          onClick={() => controller.run(command)}
        >
          {textOf(command)}
        </Button>
      ))}
    </div>
  );
});

function stateText(controller: FormController, faults: readonly { readonly msg: string }[]): string {
  const { busy, savedAt, keptAt, engine } = controller;
  if (busy !== undefined) return runtimeText('form.saving');
  if (faults.length > 0) return runtimeText('form.faults', { count: faults.length, first: faults[0]?.msg ?? '' });
  if (engine?.state.dirty) {
    return keptAt === undefined ? runtimeText('form.unsaved') : runtimeText('form.kept', { time: clockTime(keptAt) });
  }
  return savedAt === undefined ? '' : runtimeText('form.saved', { time: clockTime(savedAt) });
}
