import { invalidInput } from '../../../src/core/errors/catalogue.ts';
import type {
  CalculationModel,
  EntityModel,
  FieldModel,
  OperationModel,
} from '../../../src/core/model/entity-model.ts';
import { joined, say } from '../../../src/core/text/say.ts';
import { computeRecord } from '../../../src/core/validation/compute-record.ts';
import { fieldPointer } from '../../../src/core/validation/field-pointer.ts';
import { fieldContext, holds } from '../../../src/core/validation/record-environment.ts';
import { ruleMessage } from '../../../src/core/validation/rule-message.ts';
import type { WireFault } from '../../../src/core/wire/contract.ts';
import { choicesOf, choiceTitles } from '../../metadata/choices.ts';
import { requireAction } from '../call/entity-call.ts';
import type { EntityCall } from '../call/ports.ts';
import { prepareEnvironment } from '../call/prepare-environment.ts';
import type { Row } from '../call/record-row.ts';

const models = new WeakMap<CalculationModel, EntityModel>();

/** The calculation as an entity whose record is only what was given. */
function modelOf(model: EntityModel, calculation: CalculationModel): EntityModel {
  let known = models.get(calculation);
  if (known === undefined) {
    const { fields, field, computeOrder } = calculation;
    const alone = { sections: [], formRules: [], effects: [], children: [], parent: undefined };
    known = { ...model, ...alone, fields, field, computeOrder };
    models.set(calculation, known);
  }
  return known;
}

function readValue(field: FieldModel, given: unknown, call: EntityCall): { value?: unknown; fault?: WireFault } {
  const pointer = fieldPointer(field.key);
  if (given === undefined || given === null || given === '')
    return { fault: { pointer, msg: say('请输入{field}', { field: field.title }) } };
  const isNumber = field.property.type === 'number' || field.property.type === 'integer';
  const value = isNumber && typeof given === 'string' ? Number(given) : given;
  if (isNumber && !Number.isFinite(value))
    return { fault: { pointer, msg: say('{field}须为数值', { field: field.title }) } };
  if (!isNumber && typeof value !== 'string')
    return { fault: { pointer, msg: say('{field}不正确', { field: field.title }) } };
  const msg = field.type.check(value, fieldContext(field, { choices: (asked) => choicesOf(call.snapshot, asked) }));
  return msg === undefined ? { value } : { fault: { pointer, msg: joined(field.title, msg) } };
}

/** Answers a `calculate` call: the computed values, with the titles of dictionary values. Nothing is stored. */
export async function calculate(
  call: EntityCall,
  { calculation }: OperationModel,
  args: Readonly<Record<string, unknown>>,
): Promise<Row> {
  requireAction(call, 'view');
  if (calculation === undefined) return {};
  const record: Row = {};
  const faults: WireFault[] = [];
  for (const field of calculation.fields) {
    if (field.computed) continue;
    const { value, fault } = readValue(field, args[field.key], call);
    if (fault === undefined) record[field.key] = value;
    else faults.push(fault);
  }
  if (faults.length > 0) throw invalidInput(faults);
  const model = modelOf(call.model, calculation);
  const environment = await call.services.database.withTenant(call.context.tenantId, (db) =>
    prepareEnvironment({ call: { ...call, model }, db }, record, {
      expressions: calculation.rules.map(({ when }) => when),
    }),
  );
  const computed = computeRecord(model, record, environment);
  for (const rule of calculation.rules) {
    if (holds(rule.when, computed, environment)) continue;
    const msg = ruleMessage(rule, (key) => model.field.get(key), computed, environment);
    throw invalidInput([{ pointer: fieldPointer(rule.at), msg }]);
  }
  const answer: Row = {};
  for (const field of calculation.fields) {
    if (!field.computed) continue;
    const value = computed[field.key] ?? null;
    answer[field.key] = value;
    const choices = choicesOf(call.snapshot, field);
    if (choices !== undefined) answer[`${field.key}Label`] = choiceTitles(choices).get(String(value)) ?? null;
  }
  return answer;
}
