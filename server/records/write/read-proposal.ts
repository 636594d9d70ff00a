import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import { askedField } from '../../../src/core/model/asked-field.ts';
import type { TransitionModel } from '../../../src/core/model/entity-model.ts';
import { ON_SITE } from '../../../src/core/site/read-on-site.ts';
import { say } from '../../../src/core/text/say.ts';
import { isFieldFixed } from '../../../src/core/validation/field-state.ts';
import { sameValue } from '../../../src/core/validation/same-value.ts';
import { requiredMessage } from '../../../src/core/validation/validate-record.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { callFor } from '../call/entity-call.ts';
import { recordEnvironment } from '../call/environment.ts';
import type { EntityCall, Proposal } from '../call/ports.ts';
import type { Row } from '../call/record-row.ts';
import type { StoredRecord } from '../call/stored-record.ts';
import { readScan } from './check-scan.ts';
import { readPatch } from './read-body.ts';

/** A proposal of nothing. */
export const EMPTY_PROPOSAL: Proposal = { fields: {}, row: undefined, copies: [] };

/** Most people who get a copy of one request. */
const MOST_COPIES = 100;

/**
 * What a body proposes by firing a transition. Refused with its faults where it holds other fields than those asked
 * for, or changes one that is fixed by now. That required fields are there is checked when the transition is prepared.
 */
export function readProposal(
  call: EntityCall,
  stored: StoredRecord,
  transition: TransitionModel,
  body: Readonly<Record<string, unknown>>,
): Proposal {
  const { row, copies, ...named } = body;
  const { scan, [ON_SITE]: onSite } = named;
  // A field may bear the name where nothing is scanned, or no place is asked.
  const taken = [
    ...(transition.scan === undefined ? [] : ['scan']),
    ...(transition.place === undefined ? [] : [ON_SITE]),
  ];
  const rest = Object.fromEntries(Object.entries(named).filter(([key]) => !taken.includes(key)));
  const asked = new Set(transition.fields.map(({ field }) => field));
  const { values: fields, faults } = readPatch(call, rest, stored, asked);
  const environment = recordEnvironment(call, { stored: stored.values });
  const fixed = Object.keys(fields).flatMap((key): WireFault[] => {
    const field = call.model.field.get(key);
    if (field === undefined || call.internal || sameValue(fields[key], stored.values[key])) return [];
    return isFieldFixed(field, environment)
      ? [{ pointer: `/${key}`, msg: say('{field}已确定，不能再修改', { field: field.title }) }]
      : [];
  });
  const found = [...faults, ...fixed];
  const proposed = row ?? undefined;
  const written = call.snapshot.entities.get(transition.writes ?? '');
  let values: Row | undefined;
  if (proposed !== undefined && written === undefined) found.push({ pointer: '/row', msg: say('不认识的字段：row') });
  else if (proposed !== undefined && (typeof proposed !== 'object' || Array.isArray(proposed))) {
    found.push({ pointer: '/row', msg: say('提交的内容不正确') });
  } else if (written !== undefined) {
    const above = written.parent?.field ?? '';
    const { [above]: parent, ...own } = (proposed ?? {}) as Row;
    const patch = readPatch(callFor(call, written), own, undefined);
    found.push(...patch.faults.map((fault) => ({ ...fault, pointer: `/row${fault.pointer}` })));
    if ((parent ?? stored.id) !== stored.id) found.push({ pointer: `/row/${above}`, msg: say('只能写给本记录') });
    values = patch.values;
  }
  const people = copies ?? [];
  if (!Array.isArray(people) || people.length > MOST_COPIES || people.some((id) => typeof id !== 'string')) {
    found.push({ pointer: '/copies', msg: say('抄送人不正确') });
  }
  if (found.length > 0) throw invalidInput(found);
  return {
    fields: { ...forgottenFields(transition), ...fields },
    row: values,
    ...(transition.scan === undefined ? {} : { scan: readScan(scan) }),
    ...(transition.place === undefined ? {} : { onSite }),
    copies: [...new Set(people as string[])],
  };
}

/** Fields asked anew that may stay empty: what the record holds of them goes, unless the body says something else. */
function forgottenFields({ fields }: TransitionModel): Record<string, null> {
  const left = fields.filter(({ anew, required }) => anew === true && !required);
  return Object.fromEntries(left.map(({ field }) => [field, null]));
}

/** Required fields that neither the proposal nor, unless they are asked anew, the record has. */
export function missingFields(
  call: EntityCall,
  stored: StoredRecord,
  transition: TransitionModel,
  proposal: Proposal,
): WireFault[] {
  return transition.fields.flatMap((asked) => {
    const { field: key, required, anew } = asked;
    const field = askedField(call.model, asked);
    const { fields } = proposal;
    const held = anew === true ? null : stored.values[key];
    const value = (Object.hasOwn(fields, key) ? fields[key] : held) ?? null;
    return required && field !== undefined && value === null
      ? [{ pointer: `/${key}`, msg: requiredMessage(field) }]
      : [];
  });
}
