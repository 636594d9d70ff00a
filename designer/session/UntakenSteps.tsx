import { Alert, Button, Space } from 'antd';
import { diffEntities } from '../../src/core/dialect/diff-entities.ts';
import { editsOf, type LoggedStep } from '../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../src/core/overlay/merge-overlay.ts';
import { useSentences } from '../publish/useSentences.ts';
import { useDesignerText } from '../texts/texts.ts';
import type { OwnStep } from './step-queue.ts';
import type { Design } from './useDesign.ts';
import { useStepState } from './useSteps.ts';

/**
 * Steps that the server has not taken: what somebody else has made of the same meanwhile, what the person wanted, and
 * which of them shall stand. They stay, also after the browser was closed, until that is decided.
 */
export function UntakenSteps({ design }: { design: Design }) {
  const text = useDesignerText();
  const { refused, again, forget } = useStepState();
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={text('steps.untaken', { count: refused.length })}
      description={
        <ul className="anlan-ds-untaken">
          {refused.map((own) => (
            <li key={own.step.id}>
              <Untaken own={own} design={design} />
              <Space wrap>
                <Button size="small" onClick={() => again(own.step.id, design.known)}>
                  {text('steps.again')}
                </Button>
                <Button size="small" onClick={() => forget([own.step.id])}>
                  {text('steps.drop')}
                </Button>
              </Space>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Why a step was not taken, with what each of the two has made of it. */
function Untaken({ own, design }: { own: OwnStep; design: Design }) {
  const text = useDesignerText();
  const say = useSentences();
  const { refused, step } = own;
  const theirs = refused?.theirs ?? [];
  const { entity } = design.designed.entity;
  const isHere = step.step !== 'do' || step.entity === entity;
  const told = (before: readonly LoggedStep[], after: readonly LoggedStep[]) =>
    diffEntities(laid(design, before), laid(design, after)).map((change) => say(change, design.designed.entity));
  const without = design.log.filter((entry) => !theirs.some((their) => their.step.id === entry.step.id));
  const what = isHere ? told(without, design.log) : [];
  const wanted = isHere ? told(design.log, [...design.log, asLogged(own)]) : [];
  const who = [...new Set(theirs.map(({ userName }) => userName))].join('、');
  const title = design.titleOf(step.step === 'do' ? step.entity : entity);
  return (
    <>
      <div>{refused?.message}</div>
      {what.map((sentence) => (
        <div key={`their ${sentence}`}>{text('steps.theirs', { who, what: sentence })}</div>
      ))}
      {wanted.map((sentence) => (
        <div key={`our ${sentence}`}>{text('steps.ours', { what: sentence })}</div>
      ))}
      {wanted.length > 0 ? null : <div>{text(isHere ? 'steps.gone' : 'steps.of', { title })}</div>}
    </>
  );
}

const asLogged = ({ step }: OwnStep): LoggedStep => ({ seq: Number.MAX_SAFE_INTEGER, userId: '', step });

function laid({ designed }: Design, log: readonly LoggedStep[]) {
  const { base } = designed;
  return mergeOverlay(base.entity, [...base.edits, ...editsOf(log, base.entity.entity)]).entity;
}
