import { Button } from 'antd';
import { keptChanged, sendKept } from '../../api/kept/kept-sender.ts';
import { sendAgain, settleAnswer } from '../../api/kept/kept-store.ts';
import type { KeptAnswer } from '../../api/kept/kept-types.ts';
import { newKey } from '../../api/new-key.ts';
import { siteConfig } from '../../api/site.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';
import { KEPT_KEY } from '../../core/wire/kept-answer.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { valueText } from '../model/record-view.ts';
import { useKeptText } from './text.ts';
import './kept.css';

interface KeptRefusalsProps {
  readonly answers: readonly KeptAnswer[];
  /** The page of the records that were answered, by which what they are now is worded. */
  readonly page: EntityPageModel;
  /** Opens an answer to be changed. */
  readonly onEdit: (answer: KeptAnswer) => void;
}

/** What the server has not taken, with why; where somebody else was quicker, both answers beside each other. */
export function KeptRefusals({ answers, page, onEdit }: KeptRefusalsProps) {
  const refused = answers.filter((answer) => answer.refused !== undefined);
  return refused.map((answer) => (
    <Refusal key={answer.key} answer={answer} page={page} onEdit={() => onEdit(answer)} />
  ));
}

function Refusal({
  answer,
  page,
  onEdit,
}: {
  readonly answer: KeptAnswer;
  readonly page: EntityPageModel;
  readonly onEdit: () => void;
}) {
  const text = useKeptText();
  const { refused, lines, title, body, deviceTime } = answer;
  const current = refused?.current;
  const theirs = (key: string): string => {
    const field = page.model.field.get(key);
    return field === undefined || current === undefined ? '' : valueText(page, field, current);
  };
  const done = async (work: Promise<void>): Promise<void> => {
    await work;
    keptChanged();
    await sendKept();
  };
  const again = (next: KeptAnswer['body']) =>
    void done(sendAgain(answer.key, { key: `${KEPT_KEY}${newKey()}`, body: next }));
  const drop = () => void done(settleAnswer(answer, current));
  const time = wallClock(new Date(deviceTime), siteConfig().timeZone);
  const who =
    typeof current?.updateUserLabel === 'string' ? text('theirs.by', { who: current.updateUserLabel }) : text('theirs');
  return (
    <section className="anlan-kept-refusal" role="alert" data-testid="kept-refusal">
      <h3>{text(current === undefined ? 'refused.title' : 'conflict.title', { name: title })}</h3>
      <p>{refused?.errors.map(({ msg }) => msg).join(' ') || refused?.msg}</p>
      <p className="anlan-hint">{text('device.time', { time })}</p>
      <table className="anlan-kept-lines">
        <thead>
          <tr>
            <th scope="col">{text('field')}</th>
            <th scope="col">{text('yours')}</th>
            {current !== undefined && <th scope="col">{who}</th>}
          </tr>
        </thead>
        <tbody>
          {lines
            .filter((line) => line.text !== '' || theirs(line.key) !== '')
            .map((line) => (
              <tr key={line.key}>
                <th scope="row">{line.title}</th>
                <td>{line.text || text('empty')}</td>
                {current !== undefined && <td>{theirs(line.key) || text('empty')}</td>}
              </tr>
            ))}
        </tbody>
      </table>
      <div className="anlan-kept-choices">
        {current === undefined ? (
          <>
            <Button onClick={drop}>{text('drop')}</Button>
            <Button onClick={() => again(body)}>{text('again')}</Button>
            <Button type="primary" onClick={onEdit}>
              {text('edit')}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={drop}>{text('take.theirs')}</Button>
            <Button type="primary" onClick={() => again({ ...body, version: current.version })}>
              {text('keep.mine')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
