import { Button } from 'antd';
import type { FieldModel, OverrideModel } from '../../core/model/entity-model.ts';
import { sameValue } from '../../core/validation/same-value.ts';
import { whenThere } from '../../ui/when-there.ts';
import { labelKey, type RecordData } from '../model/record-view.ts';
import { OverrideLines } from '../override/OverrideLines.tsx';
import { overrideNote } from '../override/override-note.ts';
import { runtimeText } from '../text.ts';
import { fieldShows } from './field-shows.ts';
import { focusField } from './focus-field.ts';
import type { FormEngine } from './form-engine.ts';
import { observed } from './observed.ts';

interface OverrideMarkProps {
  readonly engine: FormEngine;
  readonly field: FieldModel;
  /** Id of the element in which the value is entered that stands in place of the computed one. */
  readonly entryId: string;
}

/** Says beside a computed value whether it is a person's, with the way to override it and back. */
export const OverrideMark = observed(({ engine, field, entryId }: OverrideMarkProps) => {
  const { override, title } = field;
  const entry = override === undefined ? undefined : engine.field(override.value);
  if (override === undefined || entry === undefined) return null;
  const note = overrideNote(engine.page, field, recordOf(engine, field.key, override));
  if (note === undefined) return null;
  const isOpen = fieldShows(engine, override.value);
  const open = (): void => {
    engine.override(field.key, true);
    // The entry is drawn only now.
    whenThere(
      () => document.getElementById(entryId),
      () => focusField(entryId),
    );
  };
  return (
    <OverrideLines note={note}>
      {entry.pattern !== 'disabled' && entry.display !== 'none' && (
        <Button
          type="link"
          size="small"
          style={{ fontSize: 'inherit', padding: 0 }}
          aria-label={runtimeText(isOpen ? 'form.followOf' : 'override.openOf', { title })}
          onClick={isOpen ? () => engine.override(field.key, false) : open}
        >
          {runtimeText(isOpen ? 'form.follow' : 'override.open')}
        </Button>
      )}
    </OverrideLines>
  );
});

/** The record as the form has it, read through the models so that a change of one is seen. */
function recordOf(engine: FormEngine, key: string, { value, computed, by, reason }: OverrideModel): RecordData {
  const stored = engine.stored();
  const [effective, now, system] = [key, value, computed].map((name) => engine.field(name)?.value ?? null);
  // Of what is entered now nobody has been noted yet, and the reason stands in its own entry.
  const isStored = stored !== undefined && sameValue(now, stored[value] ?? null);
  return {
    ...engine.values(),
    [key]: effective,
    [value]: now,
    [computed]: system,
    [by]: isStored ? stored[by] : null,
    [labelKey(by)]: isStored ? stored[labelKey(by)] : undefined,
    ...(reason !== undefined && engine.field(value)?.pattern !== 'disabled' ? { [reason]: null } : {}),
  };
}
