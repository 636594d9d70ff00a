import type { ListViewContent } from '../../../src/core/wire/list-view.ts';
import { parseFigure } from '../../../src/core/wire/statistics.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import { isAskedWhereRead } from '../../records/list/readable-fields.ts';

/** What an address says of filters besides the fields' own names. */
const MATCHES = '_match';
const FIGURE = '_figure';

/**
 * A view as another may be told it: without filters by what he may not ask for, since they hold values that its owner may
 * know and he not.
 * @param call his, about the entity of the view's page
 */
export function toldView(call: EntityCall, { query, columns }: ListViewContent): ListViewContent {
  const kept = keptNames(call);
  const told = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    if (kept.has(name) || (name === FIGURE && isKeptFigure(call, kept, value))) continue;
    const matches = value.split(',').filter((match) => !kept.has(match.split(':')[0] ?? ''));
    told.append(name, name === MATCHES ? matches.join(',') : value);
  }
  return { query: told.toString(), columns };
}

/** Names by which an address filters by fields that the person may not ask for. */
function keptNames(call: EntityCall): ReadonlySet<string> {
  const kept = call.model.fields.filter((field) => !isAskedWhereRead(call, field));
  return new Set(
    kept.flatMap(({ key, property }) => [key, ...(property.filterAs === undefined ? [] : [property.filterAs])]),
  );
}

/** Whether the rows of a figure are told apart by what is kept. */
function isKeptFigure({ model }: EntityCall, kept: ReadonlySet<string>, text: string): boolean {
  const blocks = model.source.statistics?.blocks ?? {};
  const block = parseFigure(text)?.block ?? '';
  const by = Object.hasOwn(blocks, block) ? blocks[block]?.by : undefined;
  return by?.some((key) => kept.has(key.split(':')[0] ?? key)) === true;
}
