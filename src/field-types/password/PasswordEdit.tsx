import { PasswordStrength } from '@formily/antd-v5/esm/password/PasswordStrength';
import { Input, Progress } from 'antd';
import type { EditProps } from '../field-view.ts';
import { fieldText } from '../text.ts';
import { inputText, typedText } from '../text-field.tsx';

const STEPS = [
  { from: 0, word: 'weak', color: 'var(--anlan-red-text)' },
  { from: 60, word: 'middle', color: 'var(--anlan-orange-text)' },
  { from: 80, word: 'strong', color: 'var(--anlan-green-text)' },
] as const;

/** Entry of a new password with its strength in a word; the rule itself is the validator's. */
export function PasswordEdit({ id, value, onChange, onBlur, disabled, invalid, describedBy }: EditProps) {
  const text = inputText(value);
  return (
    <div className="anlan-wide">
      <Input.Password
        id={id}
        value={text}
        onChange={(event) => onChange(typedText(event.target.value))}
        onBlur={onBlur}
        disabled={disabled}
        placeholder={fieldText('passwordHint')}
        status={invalid ? 'error' : ''}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        autoComplete="new-password"
      />
      {text !== '' && (
        <PasswordStrength value={text}>
          {(score: number) => {
            const step = STEPS.findLast((one) => score >= one.from) ?? STEPS[0];
            return (
              <Progress
                percent={score}
                size="small"
                showInfo
                strokeColor={step?.color ?? ''}
                format={() => fieldText('strength', { word: fieldText(step?.word ?? 'weak') })}
              />
            );
          }}
        </PasswordStrength>
      )}
    </div>
  );
}
