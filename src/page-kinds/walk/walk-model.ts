import type { KeptAnswer } from '../../api/kept/kept-types.ts';
import type { Entity, Property } from '../../core/dialect/entity.generated.ts';
import type { WireRecord } from '../../core/wire/contract.ts';
import { buildPageModel, type EntityPageModel } from '../../runtime/model/page-model.ts';
import { isBlank, recordName, valueText } from '../../runtime/model/record-view.ts';

/** How a point stands. */
export type PointState = 'open' | 'waiting' | 'done' | 'conflict' | 'refused' | 'closed';

/** One point of a walk. */
export interface WalkPoint {
  readonly id: string;
  readonly title: string;
  /** Heading in front of it; undefined for the one before. */
  readonly heading: string | undefined;
  /** As the server had it when it was read. */
  readonly record: WireRecord;
  readonly state: PointState;
  /** What the person has answered and the server has not taken, in order. */
  readonly answers: readonly KeptAnswer[];
}

interface PointsOf {
  /** The page of what is gone through. */
  readonly page: EntityPageModel;
  readonly records: readonly WireRecord[];
  readonly answers: readonly KeptAnswer[];
  /** Field before whose values a heading stands. */
  readonly by: string | undefined;
  /** Whether the server would take an answer to the record, and whether there is one. */
  readonly open: (record: WireRecord) => boolean;
  readonly answered: (record: WireRecord) => boolean;
}

/** The points in order, each as it stands with what waits on this device. */
export function pointsOf({ page, records, answers, by, open, answered }: PointsOf): readonly WalkPoint[] {
  const field = by === undefined ? undefined : page.model.field.get(by);
  let last: string | undefined;
  return records.map((record) => {
    const own = answers.filter(({ subject }) => subject === record.id);
    const heading = field === undefined ? undefined : valueText(page, field, record);
    const shown = heading === last ? undefined : heading;
    last = heading;
    return {
      id: record.id,
      title: recordName(page, record),
      heading: shown,
      record,
      state: stateOf(own, answered(record), open(record)),
      answers: own,
    };
  });
}

function stateOf(answers: readonly KeptAnswer[], answered: boolean, open: boolean): PointState {
  const refused = answers.find((answer) => answer.refused !== undefined);
  if (refused !== undefined) return refused.refused?.current === undefined ? 'refused' : 'conflict';
  if (answers.length > 0) return 'waiting';
  if (answered) return 'done';
  return open ? 'open' : 'closed';
}

/** Whether somebody has answered the first of what is asked. */
export function isAnswered(record: WireRecord, ask: readonly string[]): boolean {
  const [first] = ask;
  return first !== undefined && !isBlank(record[first] ?? null);
}

/** The point to begin with: the first that waits for the person, else the first. */
export function firstOpen(points: readonly WalkPoint[]): number {
  const found = points.findIndex(({ state }) => state === 'open' || state === 'conflict' || state === 'refused');
  return found === -1 ? 0 : found;
}

const askPages = new WeakMap<EntityPageModel, Map<string, EntityPageModel>>();

/** The page of rows with a form of what is asked of them; conditions reach all that the row holds. */
export function rowPage(child: EntityPageModel, ask: readonly string[]): EntityPageModel {
  const key = ask.join(' ');
  const known = askPages.get(child) ?? new Map<string, EntityPageModel>();
  askPages.set(child, known);
  let made = known.get(key);
  if (made === undefined) {
    const { entity } = child.metadata;
    made = { ...buildPageModel({ ...child.metadata, entity: onlyAsked(entity, ask) }), callPage: undefined };
    known.set(key, made);
  }
  return made;
}

function onlyAsked(entity: Entity, ask: readonly string[]): Entity {
  const properties = Object.fromEntries(
    Object.entries(entity.record.properties).map(([key, property]): [string, Property] => [
      key,
      ask.includes(key) ? property : { ...property, hidden: true },
    ]),
  );
  return {
    ...entity,
    record: { ...entity.record, properties },
    form: { columns: 1, sections: { ask: { title: entity.title, fields: [...ask] } } },
  };
}
