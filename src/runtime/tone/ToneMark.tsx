import type { FieldModel } from '../../core/model/entity-model.ts';
import { fieldTone } from '../../core/validation/field-tone.ts';
import { StatusTag } from '../../ui/StatusTag.tsx';
import { useEntityPage } from '../EntityContext.ts';
import type { EntityPageModel } from '../model/page-model.ts';
import { browserEnvironment } from '../model/record-environment.ts';
import type { RecordData } from '../model/record-view.ts';
import './tone.css';

interface ToneMarkProps {
  readonly field: FieldModel;
  readonly record: RecordData;
  /** Page of the record, where it is not the page around: rows of a child entity. */
  readonly of?: EntityPageModel;
}

/** What stands behind a value that is out of its range or near its time: a word with a colour, never a colour alone. */
export function ToneMark({ field, record, of }: ToneMarkProps) {
  const { page, me } = useEntityPage();
  if (field.tones === undefined) return null;
  const tone = fieldTone(field, record, browserEnvironment(of ?? page, me));
  if (tone === undefined) return null;
  return (
    <span className="anlan-tone">
      <StatusTag text={tone.word} color={tone.color} grave={tone.color === 'red'} />
    </span>
  );
}
