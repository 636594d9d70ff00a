import { StarFilled } from '@ant-design/icons';
import type { FieldView, ReadProps } from '../field-view.ts';
import { view as number } from '../number/view.tsx';
import { NoValue } from '../text-field.tsx';
import { starsOf } from './definition.ts';

function Stars({ value, field, text }: ReadProps) {
  if (typeof value !== 'number') return <NoValue />;
  return (
    <span className="anlan-rate" title={text} aria-label={text} role="img">
      {Array.from({ length: starsOf(field.property) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stars are told apart by nothing else.
        <StarFilled key={index} className={index < value ? 'anlan-star anlan-star-full' : 'anlan-star'} aria-hidden />
      ))}
    </span>
  );
}

export const view: FieldView = { Read: Stars, Cell: number.Cell, Filter: number.Filter };
