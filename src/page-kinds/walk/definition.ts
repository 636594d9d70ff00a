import type { Entity, Transition } from '../../core/dialect/entity.generated.ts';
import type { PageKindDefinition, PlacedPage } from '../../core/model/page-kind-definition.ts';

/** Points of a walk at most. */
export const MOST_WALK_POINTS = 300;

/** What a walk goes through. */
export interface WalkSettings {
  /** Child entity whose rows are gone through; undefined where the records of the page are. */
  readonly rows: string | undefined;
  /** Field of the rows in front of which a heading stands; undefined for none. */
  readonly by: string | undefined;
  /** Fields of the row that are read before it is answered. */
  readonly shows: readonly string[];
  /** Fields of the row that are asked. */
  readonly ask: readonly string[];
  /** Step by which each record of the page is answered; undefined where rows are gone through. */
  readonly fire: string | undefined;
  /** States in which that step begins; undefined for none and for all. */
  readonly from: readonly string[] | undefined;
  /** Step on the record by which it is signed in the end; undefined for none. */
  readonly sign: string | undefined;
  /** Whether what was opened once is answered without a network too. */
  readonly offline: boolean;
  /** What a record has to bring along, for the form of the step. */
  readonly brings: readonly string[] | undefined;
}

export const definition: PageKindDefinition<WalkSettings> = {
  view: 'walk',
  says: 'one point after the other, to be answered on the spot with a phone',
  schema: {
    walk: {
      description:
        'What is gone through, point by point: the rows of a record (`rows` with `ask`), or the records of the page themselves, each answered by a step (`fire`). At most 300 points.',
      'x-target': ['rows'],
      type: 'object',
      additionalProperties: false,
      properties: {
        rows: {
          $ref: '#/$defs/entityKey',
          description: 'Child entity whose rows are gone through, which those who go may change (`parent.edit`).',
        },
        by: {
          $ref: '#/$defs/fieldKey',
          description: 'Field of the rows in front of whose values a heading stands: a place. Default none.',
          'x-over': 'target',
        },
        shows: {
          description: 'Fields of the row that are read before it is answered. Default none beside its name.',
          'x-layout': true,
          type: 'array',
          maxItems: 8,
          items: { $ref: '#/$defs/fieldKey', 'x-over': 'target' },
        },
        ask: {
          description: 'Fields of the row that are asked, in order.',
          type: 'array',
          minItems: 1,
          maxItems: 12,
          uniqueItems: true,
          items: { $ref: '#/$defs/fieldKey', 'x-over': 'target' },
        },
        fire: {
          $ref: '#/$defs/transitionKey',
          description:
            'Step by which each record of the page is answered: with what it asks and the row that it writes.',
        },
        sign: {
          $ref: '#/$defs/transitionKey',
          description:
            'Step on the record that ends the walk once its rows are answered: with a scan, a place or a photo where the step asks for them. Default none.',
        },
        offline: {
          description:
            'Whether points that were opened once are answered without a network too: answers and photos stay on the device and go up by themselves, once, when there is one again. Default false.',
          type: 'boolean',
        },
      },
    },
  },
  records: 'rows',
  by: 'view',
  blocks: true,
  build(placed) {
    const { walk } = placed.page;
    if (walk === undefined || (walk.rows === undefined) === (walk.fire === undefined)) {
      const fix = '写上 "walk": {"rows": "…", "ask": ["…"]} 或 "walk": {"fire": "…"}';
      placed.fault(walk === undefined ? [] : ['walk'], '没有说明逐项办理的是下级明细（rows），还是用流转（fire）', fix);
      return undefined;
    }
    const { rows, by, shows = [], ask = [], fire, sign, offline = false } = walk;
    if (rows === undefined) checkStep(placed, fire ?? '', offline);
    else checkRows(placed, rows, ask);
    const own = Object.keys(placed.entity.record.properties);
    const from = fire === undefined ? undefined : placed.entity.transitions?.[fire]?.from;
    return { rows, by, shows, ask, fire, from, sign, offline, brings: fire === undefined ? undefined : own };
  },
  shows: ({ brings }) => brings ?? [],
  finds: ({ from }) => (from === undefined ? [] : ['status']),
};

function checkStep({ page, entity, fault }: PlacedPage, key: string, offline: boolean): void {
  for (const keyword of ['by', 'shows', 'ask', 'sign'] as const) {
    if (page.walk?.[keyword] === undefined) continue;
    fault(['walk', keyword], `用流转（fire）逐项办理时，“${keyword}”没有用处`, '去掉它；要填的由流转自己说明');
  }
  const transition = entity.transitions?.[key];
  // An unknown one is told by the check of names.
  if (transition === undefined) return;
  if (offline && needsNetwork(transition)) {
    fault(['walk', 'offline'], `“${transition.title}”要扫动态码或核对现场，须联网办理`, '去掉 offline，或改用别的流转');
  }
}

/** Whether only the server can prove at that moment what the step asks for. */
function needsNetwork({ scan, place }: Transition): boolean {
  return place !== undefined || (scan !== undefined && scan.code === 'turning');
}

/** The rows are a child's, and those who go may change them, at least what is asked. */
function checkRows(placed: PlacedPage, rows: string, ask: readonly string[]): void {
  const { entity, fault } = placed;
  const child = placed.related(rows);
  if (child === undefined) return;
  const at = ['walk', 'rows'];
  if (child.parent?.entity !== entity.entity) {
    fault(at, `“${child.title}”不是“${entity.title}”的下级明细`, '改为以本实体为上级（parent）的实体');
    return;
  }
  const { edit } = child.parent;
  if (edit?.who === undefined) {
    fault(
      at,
      `“${child.title}”没有规定由谁填写，执行的人不能改它的行`,
      `在 ${rows} 的 parent 中写 "edit": {"who": […]}`,
    );
    return;
  }
  if (ask.length === 0) fault(['walk'], '没有说明逐项填写哪些字段', '写上 "ask": ["…"]');
  for (const [index, key] of ask.entries()) {
    const reason = closedBecause(child, key);
    if (reason === undefined) continue;
    const title = child.record.properties[key]?.title ?? key;
    fault(['walk', 'ask', index], `“${title}”${reason}，执行的人不能填写`, '改为由执行的人填写的字段');
  }
}

/** Why nobody who goes can enter a field; undefined where he can. An unknown one is told by the check of names. */
function closedBecause({ parent, record }: Entity, key: string): string | undefined {
  const property = record.properties[key];
  if (property === undefined) return undefined;
  if (key === parent?.field) return '是上级记录';
  if (property.field === 'calculate' || property.by !== undefined) return '由系统计算';
  if (property.disabledWhen === 'true') return '不可填写';
  const { fields } = parent?.edit ?? {};
  return fields !== undefined && !fields.includes(key) ? '不在 parent.edit.fields 中' : undefined;
}
