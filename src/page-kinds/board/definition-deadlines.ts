import type { ModelExpression } from '../../core/model/entity-model.ts';
import type { PlacedPage } from '../../core/model/page-kind-definition.ts';

/** A moment towards which a card counts down. */
export interface CardDeadline {
  /** Field of the moment. */
  readonly left: string;
  /** What it is called. */
  readonly title: string;
  /** While it runs; undefined for always. */
  readonly when: ModelExpression | undefined;
  /** While it is told only once it is past; undefined for never. */
  readonly overdue: ModelExpression | undefined;
  /** Fields that the conditions read. */
  readonly reads: readonly string[];
  /** Whether the moment is a column, by which records can be put in order. */
  readonly stored: boolean;
}

/** The deadlines of the cards; one with a problem is reported and left out. */
export function cardDeadlines(placed: PlacedPage): readonly CardDeadline[] {
  return (placed.page.board?.due ?? []).flatMap(({ left, title, when, overdue }, index) => {
    const at = ['board', 'due', index];
    const field = placed.field(left, [...at, 'left']);
    if (field === undefined) return [];
    if (field.valueType !== 'date' && field.valueType !== 'dateTime') {
      placed.fault([...at, 'left'], `“${field.title}”不是日期或时间，没有剩余时间可说`, '改为日期或时间字段');
      return [];
    }
    const conditions = {
      when: condition(placed, when, [...at, 'when']),
      overdue: condition(placed, overdue, [...at, 'overdue']),
    };
    const reads = [conditions.when, conditions.overdue].flatMap((one) => [...(one?.references ?? [])]);
    return [
      {
        left,
        title: title ?? field.title,
        ...conditions,
        reads: reads.filter((name) => name !== 'me'),
        stored: field.column !== undefined && !field.live,
      },
    ];
  });
}

/** A condition over the record as its reader sees it; undefined for none and for one that asks for more. */
function condition(placed: PlacedPage, source: string | undefined, at: readonly (string | number)[]) {
  const found = placed.expression(source, at, 'boolean');
  if (found === undefined) return undefined;
  const elsewhere = [...found.references].find((name) => name.includes('.') || name.startsWith('@'));
  const fix = '只读本记录中不脱敏的字段和当前时间';
  if (found.serverOnly || elsewhere !== undefined) {
    placed.fault(at, '条件须由记录本身回答，不能读别的记录', fix);
    return undefined;
  }
  const { properties } = placed.entity.record;
  const masked = [...found.references].find((name) => {
    const property = properties[name];
    return property?.mask !== undefined || property?.maskInLists === true;
  });
  if (masked === undefined) return found;
  placed.fault(at, `“${properties[masked]?.title}”会脱敏，不能由它决定剩余时间`, fix);
  return undefined;
}
