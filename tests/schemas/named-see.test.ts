import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Actor } from '../../src/core/dialect/entity.generated.ts';
import type { EntityModel } from '../../src/core/model/entity-model.ts';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();
const byKey = new Map(models.map((model) => [model.key, model]));
const { groups } = JSON.parse(readFileSync('schemas/roles.json', 'utf8')) as { groups: Record<string, string[]> };

/**
 * Fields that name who leads something, by the group of roles among whom he is: the page groups of the handbook give the page
 * to these alone. Whoever is named by any other field may be anybody of the plant.
 */
const LED: Readonly<Record<string, string>> = {
  'accidentReport.teamLeader': 'STAFF',
  // Written by the step that takes a warning on, which needs the page.
  'warnResult.handlerId': 'MGMT',
  'companyTemplate.principal': 'STAFF',
  'promise.promiserId': 'STAFF',
  'safetyActivity.organizer': 'STAFF',
  'safetyObservation.observer': 'STAFF',
  'violation.finder': 'STAFF',
  'contractor.manager': 'CONT',
  'contractor.adminIds': 'CONT',
  'contractorIllegal.finder': 'CONT',
  'perilPlan.leaderId': 'STAFF',
  'inspectionPlan.leader': 'STAFF',
  'inspectionPlan.approver': 'STAFF',
  'inspectionRecord.checkers': 'STAFF',
  'examMark.marker': 'STAFF',
  // Rounds are walked by inspectors and those who patrol (handbook: "executes smart inspection").
  'inspectTask.executorIds': 'PATROL',
  'pointSign.executorIds': 'PATROL',
};

/** People of rows below a record, by the field of the record that holds them, so that they see it. */
const ABOVE: Readonly<Record<string, string>> = {
  'accidentMeasure.owner': 'measureOwners',
  'nearMissMeasure.owner': 'measureOwners',
  'alterationMeasure.owner': 'measureOwners',
  'meetingDecision.owner': 'participants',
  'pointSign.executorIds': 'executorIds',
  'workPlanTask.owner': 'people',
  'ticketMeasure.confirmUserId': 'confirmerIds',
  'ticketMeasure.takenById': 'confirmerIds',
  'ticketPerson.personId': 'personIds',
  'orientationLevel.trainee': 'trainee',
};
/** Who the company names to look after a contractor is one of its own people, none of a contractor's. */
const NEVER = 'contractor.manager: contractorAdmin';
/** Rows of which each person is one of several fields of the record above. */
const LECTURERS = ['factoryLecturer', 'workshopLecturer', 'teamLecturer'];

interface Named {
  readonly model: EntityModel;
  readonly field: string;
}

/** Fields by which the steps and approvals of an entity name people. */
function namedBy(model: EntityModel): readonly Named[] {
  const actors: readonly Actor[] = Object.values(model.transitions).flatMap(({ who, approval }) => [
    ...who,
    ...(approval?.levels ?? []).flatMap((level) => level.who),
  ]);
  const people = model.fields.filter(({ target, base }) => target === 'user' && !base).map(({ key }) => key);
  const fields = actors.flatMap((actor) => {
    if (typeof actor !== 'object') return [];
    if ('field' in actor) return [actor.field];
    if (!('expression' in actor)) return [];
    return people.filter((key) => new RegExp(`(^|[^.\\w])${key}\\b`).test(actor.expression));
  });
  return [...new Set(fields)].map((field) => ({ model, field }));
}

const named = models.filter(({ scope }) => scope === 'tenant').flatMap(namedBy);

/** Role scopes of an entity that keep a record from a person of a field. */
function blindScopes({ permissions, owners }: EntityModel, field: string): readonly string[] {
  const scopes = Object.entries(permissions.scope ?? {});
  const given = permissions.scope?.everyone === undefined ? [...scopes, ['others', 'own'] as const] : scopes;
  return given.flatMap(([role, scope]) => {
    if (scope === 'tenant') return [];
    const sees = typeof scope === 'string' ? owners.users.includes(field) : scope.where.includes(field);
    return sees && scope !== 'none' ? [] : [role];
  });
}

function viewers(model: EntityModel): ReadonlySet<string> {
  const own = Object.values(model.pages).flatMap(({ grants }) =>
    Object.entries(grants).flatMap(([role, actions]) => (actions.includes('view') ? [role] : [])),
  );
  const above = byKey.get(model.parent?.entity ?? '');
  return new Set([...own, ...(above === undefined ? [] : viewers(above))]);
}

it('whoever a step of a record names sees the record, whatever his role lets him see of others', () => {
  expect(named.length).toBeGreaterThan(60);
  const blind = named.flatMap(({ model, field }) => {
    const above = byKey.get(model.parent?.entity ?? '');
    const place = `${model.key}.${field}`;
    const faults = (seen: EntityModel, holder: string) =>
      blindScopes(seen, holder)
        .map((role) => `${place}: ${role}`)
        .filter((fault) => fault !== NEVER);
    if (above === undefined) return faults(model, field);
    if (above.permissions.scope?.everyone === 'tenant') return [];
    const holders = place === 'orientationLevel.lecturer' ? LECTURERS : [ABOVE[place] ?? ''];
    return holders.flatMap((holder) => {
      if (!above.field.has(holder)) return [`${place}: nothing of ${above.key} holds them`];
      return faults(above, holder);
    });
  });
  expect(blind).toEqual([]);
});

it('has a page on which he finds it', () => {
  const blind = named.flatMap(({ model, field }) => {
    const place = `${model.key}.${field}`;
    const seeing = viewers(model);
    if (seeing.has('everyone')) return [];
    const group = groups[LED[place] ?? 'PLANT'] ?? [];
    const lacking = group.filter((role) => !seeing.has(role));
    return lacking.length === 0 ? [] : [`${place}: ${lacking.join(', ')}`];
  });
  expect(blind).toEqual([]);
});

it('and fields that are said to name leading people still need to be said', () => {
  const places = new Set(named.map(({ model, field }) => `${model.key}.${field}`));
  const stale = Object.keys(LED).filter((place) => {
    const model = byKey.get(place.split('.')[0] ?? '');
    const seeing = model === undefined ? new Set<string>() : viewers(model);
    return !places.has(place) || (groups.PLANT ?? []).every((role) => seeing.has(role));
  });
  expect([...stale, ...Object.keys(ABOVE).filter((place) => !places.has(place))]).toEqual([]);
});
