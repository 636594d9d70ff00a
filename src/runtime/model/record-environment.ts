import { lookupRows, onLookupRows } from '../../api/lookup-rows.ts';
import { serverNow } from '../../api/plant-clock.ts';
import { wallClock } from '../../core/clock/wall-clock.ts';
import { type ExpressionUser, OutOfReachError } from '../../core/expression/index.ts';
import { choicesNamed } from '../../core/model/choice-titles.ts';
import { currentLanguage, DEFAULT_LANGUAGE } from '../../core/text/language.ts';
import type { RecordEnvironment } from '../../core/validation/record-environment.ts';
import type { PageMetadata } from '../../core/wire/page.ts';
import { knownLabel } from '../../field-types/known-labels.ts';
import { calendarOfRows } from './calendar-rows.ts';
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

/** Items of a dictionary that came with the page. */
function choicesIn({ dictionaries }: PageMetadata, code: string) {
  return Object.hasOwn(dictionaries, code) ? dictionaries[code]?.choices : undefined;
}

function rankOf(metadata: PageMetadata, dictionary: string, key: string): number | null {
  const found = Object.hasOwn(metadata.dictionaries, dictionary) ? metadata.dictionaries[dictionary] : undefined;
  const index = found?.choices.findIndex((choice) => choice.key === key) ?? -1;
  if (found === undefined || index < 0) return null;
  return found.severity === 'descending' ? found.choices.length - index : index + 1;
}

/**
 * Title of a choice as the server stores it: in Chinese. A page in another language has its own, and of other entities'
 * fields none; the form leaves the result open until the server says it.
 */
function titleIn(page: EntityPageModel, titles: string, key: string): string | null {
  const choices = choicesNamed(titles, {
    dictionary: (code) => choicesIn(page.metadata, code),
    entity: (asked) => (asked === page.model.key ? page.model : undefined),
    choices: page.choices,
  });
  if (choices === undefined || currentLanguage() !== DEFAULT_LANGUAGE) throw new OutOfReachError('labelOf');
  return choices.find((choice) => choice.key === key)?.title ?? null;
}

/** The plant's calendar, where formulas of the page ask it: its copy comes and is kept as rows of setup tables are. */
function calendarOf({ metadata }: EntityPageModel): Pick<RecordEnvironment, 'calendar' | 'onChange'> {
  const entity = metadata.calendar;
  if (entity === undefined) return {};
  const calendar = () => {
    const rows = lookupRows(metadata.page, entity);
    if (rows === undefined) throw new OutOfReachError('workdays');
    return calendarOfRows(rows);
  };
  return { calendar, onChange: onLookupRows };
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
    keys: (dictionary) => choicesIn(page.metadata, dictionary)?.map(({ key }) => key) ?? null,
    title: (titles, key) => titleIn(page, titles, key),
    choices: page.choices,
    nameOf: knownLabel,
    absent: childNames(page),
    ...(Object.keys(page.metadata.lookups ?? {}).length === 0
      ? {}
      : { lookup: (entity: string) => rowsOrWait(page, entity), onChange: onLookupRows }),
    ...calendarOf(page),
    ...(more.stored === undefined ? {} : { stored: more.stored }),
    ...(more.row === undefined ? {} : { row: more.row }),
  };
}
