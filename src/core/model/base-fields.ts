import type { Entity, Property } from '../dialect/entity.generated.ts';
import { say } from '../text/say.ts';
import { RESERVED_KEYS } from './entity-model.ts';

/** Properties of the fields that the platform keeps for every record, in the order they follow the record's own. */
export function baseProperties(entity: Entity): Readonly<Record<string, Property>> {
  const states = Object.entries(entity.states ?? {});
  const options = Object.fromEntries(
    states.map(([key, state], index) => [
      key,
      {
        title: state.title,
        order: state.order ?? (index + 1) * 10,
        ...(state.color === undefined ? {} : { color: state.color }),
        ...(state.id === undefined ? {} : { id: state.id }),
      },
    ]),
  );
  return {
    id: { title: say('主键'), field: 'input', type: 'string', maxLength: 20 },
    ...(states.length > 0 ? { status: { title: say('状态'), field: 'select', type: 'string', options } } : {}),
    createUser: { title: say('创建人'), field: 'orgSelect', type: 'string', org: 'user' },
    createDept: { title: say('创建部门'), field: 'orgSelect', type: 'string', org: 'dept' },
    createTime: { title: say('创建时间'), field: 'date', type: 'string', format: 'date-time' },
    updateUser: { title: say('修改人'), field: 'orgSelect', type: 'string', org: 'user' },
    updateTime: { title: say('修改时间'), field: 'date', type: 'string', format: 'date-time' },
    version: { title: say('版本'), field: 'number', type: 'integer' },
  };
}

const reserved: ReadonlySet<string> = new Set(RESERVED_KEYS);

/** Whether a name belongs to the platform, so that no field may bear it. */
export function isReservedKey(key: string): boolean {
  return reserved.has(key);
}
