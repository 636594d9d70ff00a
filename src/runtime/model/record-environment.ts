import { lookupRows, onLookupRows } from '../../api/lookup-rows.ts';
import { serverNow } from '../../api/plant-clock.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';
import { type ExpressionUser, OutOfReachError } from '../../core/expression/index.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { PageMetadata } from '../../core/wire/page.ts';
import type { EntityPageModel } from './page-model.ts';
import type { RecordData } from './record-view.ts';

function childNames({ metadata, model }: EntityPageModel): ReadonlySet<string> {
  const children = Object.entries(metadata.children ?? {});
  return new Set(children.filter(([, { entity }]) => entity.parent?.entity === model.key).map(([key]) => key));
}

function rowsOrWait(page: EntityPageModel, entity: string): readonly Readonly<Record<string, unknown>>[] {
  if (!Object.hasOwn(page.metadata.lookups ?? {}, entity)) throw new OutOfReachError('lookup');
  const rows = lookupRows(page.metadata.page, entity);
  if (rows === undefined) throw new OutOfReachError('lookup');
  return rows;
}

function rankOf(metadata: PageMetadata, dictionary: string, key: string): number | null {
  const found = Object.hasOwn(metadata.dictionaries, dictionary) ? metadata.dictionaries[dictionary] : undefined;
  const index = found?.choices.findIndex((choice) => choice.key === key) ?? -1;
  if (found === undefined || index < 0) return null;
  return found.severity === 'descending' ? found.choices.length - index : index + 1;
}

/**
 * What expressions reach in the browser: the page's settings, dictionaries and setup tables, the person, the server's
 * clock in the tenant's zone. Rows of child entities come by `provide` of the form. Everything is decided again by the
 * server with its own clock.
 */
export function browserEnvironment(
  page: EntityPageModel,
  me: ExpressionUser,
  more: { readonly stored?: RecordData | undefined; readonly row?: RecordData | undefined; readonly now?: Date } = {},
): RecordEnvironment {
  const clock = () => wallClock(serverNow(), page.metadata.timeZone);
  return {
    ...(more.now === undefined ? { now: clock(), clock } : { now: wallClock(more.now, page.metadata.timeZone) }),
    me,
    settings: page.metadata.settings,
    rank: (dictionary, key) => rankOf(page.metadata, dictionary, key),
    choices: page.choices,
    absent: childNames(page),
    ...(Object.keys(page.metadata.lookups ?? {}).length === 0
      ? {}
      : { lookup: (entity: string) => rowsOrWait(page, entity), onChange: onLookupRows }),
    ...(more.stored === undefined ? {} : { stored: more.stored }),
    ...(more.row === undefined ? {} : { row: more.row }),
  };
}
