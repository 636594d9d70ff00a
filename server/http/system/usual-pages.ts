import { hasRecords } from '../../../src/core/model/page-kind.ts';
import { EVERYONE, rightsOf } from '../../access/permission/rights.ts';
import type { PersonInput, SystemCall } from './system-call.ts';

/** Days of the log that count. */
const DAYS = 30;

/** Rows of the log looked at, the newest; a large plant's month has more, and says no other. */
const ROWS = 20_000;

/** Pages named. */
const NAMED = 8;

/** Business that the role's people wrote to most, by key. */
async function writtenMost({ read, context }: PersonInput): Promise<readonly string[]> {
  const { caller, clock } = context;
  const since = new Date(clock.now().getTime() - DAYS * 86_400_000);
  const rows = await read((connection) =>
    connection.query<{ readonly entityKey: string }>(
      `select a."entityKey" from (
         select "entityKey", "userId" from data."auditLog"
         where "tenantId" = $1 and "isDeleted" = 0 and "time" >= $2 order by "time" desc limit ${ROWS}) a
       join data."user" u on u."tenantId" = $1 and u.id = a."userId" and u."isDeleted" = 0
       join data."role" r on r."tenantId" = $1 and r.id = any(u.role) and r."roleCode" = any($3)
       where a."entityKey" is not null
       group by a."entityKey" order by count(*) desc, a."entityKey" limit 40`,
      [caller.tenantId, since, caller.roleCodes],
    ),
  );
  return rows.map(({ entityKey }) => entityKey);
}

/**
 * Codes of the pages that people of the caller's roles use most: those of the businesses that they wrote to within 30
 * days, then those on which his roles may do most.
 */
async function usualPages(input: PersonInput): Promise<readonly string[]> {
  const { context, snapshot } = input;
  const rights = rightsOf(context.caller, snapshot);
  const pages = snapshot.menu.flatMap(({ code, exists, isShow }) => {
    const found = snapshot.pages.get(code);
    const actions = found === undefined ? new Set<string>() : rights.page(code);
    return found !== undefined && exists && !isShow && actions.has('view') ? [{ code, ...found, actions }] : [];
  });
  const written = await writtenMost(input);
  const used = written.flatMap((entity) => {
    const own = pages.filter((page) => page.entity.key === entity && hasRecords(page.page.kind));
    return own.toSorted((left, right) => right.actions.size - left.actions.size).slice(0, 1);
  });
  const able = pages
    .filter(({ page }) => page.grants[EVERYONE] === undefined)
    .toSorted((left, right) => right.actions.size - left.actions.size);
  return [...new Set([...used, ...able].map(({ code }) => code))].slice(0, NAMED);
}

/** The call that fills the shortcuts of whoever has chosen none. */
export const usualPageCalls: readonly SystemCall[] = [
  {
    name: 'usualPages',
    method: 'GET',
    path: 'usual-pages',
    title: '本人角色常用的页面',
    answer: '页面编号，最多8个',
    handle: usualPages,
  },
];
