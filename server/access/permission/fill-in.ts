import type { Actor } from '../../../src/core/dialect/entity.generated.ts';
import type { EntityModel, FieldModel } from '../../../src/core/model/entity-model.ts';
import type { Caller } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import { rememberByRoles } from './by-roles.ts';
import { fieldRightsOf } from './field-access.ts';
import { rightsOf } from './rights.ts';

/** A person with the metadata that says what he may do. */
interface Filler {
  readonly caller: Pick<Caller, 'roleCodes'>;
  readonly snapshot: MetadataSnapshot;
}

const READING: ReadonlySet<string> = new Set(['view', 'export', 'print']);

const remembered = rememberByRoles<MetadataSnapshot, boolean>();

/**
 * Whether some form or step that is a person's own asks him for a field: what he may choose for it he may then be told.
 * Answered from his rights alone, over all records: a step that a record names him for counts where he may see the
 * entity.
 * @param field of the entity itself; for a column of a table, the table.
 */
export function mayFillIn(filler: Filler, entity: EntityModel, field: FieldModel): boolean {
  const { caller, snapshot } = filler;
  return remembered(snapshot, caller.roleCodes, () => decide(filler, entity, field), `${entity.key}.${field.key}`);
}

function decide(filler: Filler, entity: EntityModel, field: FieldModel): boolean {
  if (!fieldRightsOf(entity, filler.caller.roleCodes).isEverWritten(field)) return false;
  const isEntered = field.property.disabledWhen !== 'true' && field.compute === undefined && field.cases === undefined;
  if (isEntered && (entersForm(filler, entity) || writesRow(filler, entity))) return true;
  return Object.values(entity.transitions).some(
    ({ fields, who, button }) =>
      fields.some((asked) => asked.field === field.key) && mayAct(filler, entity, who, button),
  );
}

function entersForm(filler: Filler, entity: EntityModel): boolean {
  if (entity.readOnly || entity.appendOnly) return false;
  const granted = rightsOf(filler.caller, filler.snapshot).entity(entity);
  if (granted.has('add') || granted.has('edit')) return true;
  const editors = Object.values(entity.states).flatMap(({ edit }) => (typeof edit === 'boolean' ? [] : edit));
  if (mayAct(filler, entity, editors, 'edit')) return true;
  const above = aboveOf(filler, entity);
  return above !== undefined && worksOn(filler, above);
}

/** Whether a person may take a step of the record above that writes a row of an entity, in whose dialog it is filled in. */
function writesRow(filler: Filler, entity: EntityModel): boolean {
  const above = aboveOf(filler, entity);
  if (above === undefined) return false;
  return Object.values(above.transitions).some(
    ({ writes, who, button }) => writes === entity.key && mayAct(filler, above, who, button),
  );
}

/** Whether a person does anything on records of an entity but look: its rows are then entered by him too. */
function worksOn(filler: Filler, entity: EntityModel): boolean {
  const granted = rightsOf(filler.caller, filler.snapshot).entity(entity);
  if ([...granted].some((action) => !READING.has(action))) return true;
  const { create, edit } = entity.parent ?? {};
  const doers = [
    ...Object.values(entity.states).flatMap((state) => (typeof state.edit === 'boolean' ? [] : state.edit)),
    ...Object.values(entity.transitions).flatMap(({ who }) => who),
    ...(create?.who ?? []),
    ...(edit?.who ?? []),
  ];
  if (seesEntity(filler, entity) && doers.some(isPersonal)) return true;
  const above = aboveOf(filler, entity);
  return above !== undefined && worksOn(filler, above);
}

function mayAct(filler: Filler, entity: EntityModel, who: readonly Actor[], button: string): boolean {
  const { caller, snapshot } = filler;
  const granted = rightsOf(caller, snapshot).entity(entity);
  return who.some((actor) => {
    if (isPersonal(actor)) return seesEntity(filler, entity);
    return typeof actor === 'object' && 'role' in actor && caller.roleCodes.includes(actor.role) && granted.has(button);
  });
}

/** Whether an actor is somebody because of the record, so that no role says who he is. */
function isPersonal(actor: Actor): boolean {
  return actor !== 'system' && !(typeof actor === 'object' && 'role' in actor);
}

function seesEntity(filler: Filler, entity: EntityModel): boolean {
  if (rightsOf(filler.caller, filler.snapshot).entity(entity).has('view')) return true;
  const above = aboveOf(filler, entity);
  return above !== undefined && seesEntity(filler, above);
}

function aboveOf({ snapshot }: Filler, entity: EntityModel): EntityModel | undefined {
  return entity.parent === undefined ? undefined : snapshot.entities.get(entity.parent.entity);
}
