import { hasRecords } from '../../../src/core/model/page-kind.ts';
import { holds } from '../../../src/core/validation/record-environment.ts';
import { recordEnvironment } from '../../records/call/environment.ts';
import type { EntityCall } from '../../records/call/ports.ts';
import type { Row } from '../../records/call/record-row.ts';

/** Pages of the entity that the caller may view; those whose condition the record fulfils come first. */
export function viewablePages(call: EntityCall, record: Row | undefined): readonly string[] {
  const { model, rights } = call;
  const pages = Object.values(model.pages).filter(
    ({ code, kind }) => hasRecords(kind) && rights.page(code).has('view'),
  );
  const environment = recordEnvironment(call);
  const shows = ({ where }: (typeof pages)[number]) =>
    where === undefined || (!where.serverOnly && record !== undefined && holds(where, record, environment));
  const fitting = new Set(pages.filter(shows));
  return [...fitting, ...pages.filter((page) => !fitting.has(page))].map(({ code }) => code);
}
