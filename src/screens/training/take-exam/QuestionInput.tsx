import { Input } from 'antd';
import { useExamText } from './exam-text.ts';
import { blankCount, blanksOf, chosenKeys, withBlank, withOption } from './given-answer.ts';
import type { ExamQuestion } from './sheet.ts';

/** Letters that an answer holds. */
const MOST = 4000;
const MOST_BLANK = 200;

interface InputProps {
  readonly question: ExamQuestion;
  readonly answer: string;
  readonly locked: boolean;
  /** `writing` while more is to be expected. */
  readonly onChange: (answer: string, writing?: boolean) => void;
  readonly onSettle: () => void;
}

/** Where a question is answered, as its kind wants. */
export function QuestionInput(props: InputProps) {
  if (props.question.kind === 'blanks') return <Blanks {...props} />;
  if (props.question.kind === 'essay') return <Essay {...props} />;
  return <Choice {...props} />;
}

function Choice({ question: { id, kind, options }, answer, locked, onChange }: InputProps) {
  const text = useExamText();
  const keys = options.map(({ key }) => key);
  const chosen = chosenKeys(kind, answer, keys);
  return (
    <fieldset className="anlan-exam-options" disabled={locked}>
      <legend className={kind === 'multiple' ? undefined : 'anlan-exam-sr'}>
        {text(kind === 'multiple' ? 'kind.multiple.hint' : 'options')}
      </legend>
      {options.map(({ key, text: words }) => (
        <label key={key} className="anlan-exam-option" data-chosen={chosen.includes(key) || undefined}>
          <input
            type={kind === 'multiple' ? 'checkbox' : 'radio'}
            name={`answer-${id}`}
            value={key}
            checked={chosen.includes(key)}
            onChange={() => onChange(withOption(kind, answer, key, keys))}
          />
          <span className="anlan-exam-letter" data-square={kind === 'multiple' || undefined} aria-hidden>
            {key}
          </span>
          <span className="anlan-exam-option-text">
            <span className="anlan-exam-sr">{`${key} `}</span>
            {words}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Blanks({ question: { id, stem }, answer, locked, onChange, onSettle }: InputProps) {
  const text = useExamText();
  const count = blankCount(stem);
  return (
    <div className="anlan-exam-blanks">
      {blanksOf(answer, count).map((line, index) => {
        const title = text('blank', { number: index + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place.
          <label key={index} htmlFor={`blank-${id}-${index}`}>
            <span>{title}</span>
            <Input
              id={`blank-${id}-${index}`}
              size="large"
              autoComplete="off"
              maxLength={MOST_BLANK}
              value={line}
              disabled={locked}
              onChange={({ target }) => onChange(withBlank(answer, count, index, target.value), true)}
              onBlur={onSettle}
            />
          </label>
        );
      })}
    </div>
  );
}

function Essay({ question: { id, number }, answer, locked, onChange, onSettle }: InputProps) {
  const text = useExamText();
  const name = `${text('essay')} ${text('question', { number })}`;
  return (
    <div className="anlan-exam-essay">
      <Input.TextArea
        id={`essay-${id}`}
        aria-label={name}
        autoSize={{ minRows: 8, maxRows: 24 }}
        maxLength={MOST}
        value={answer}
        disabled={locked}
        onChange={({ target }) => onChange(target.value, true)}
        onBlur={onSettle}
      />
      <span className="anlan-hint">{text('essay.left', { count: MOST - answer.length })}</span>
    </div>
  );
}
