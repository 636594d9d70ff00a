import { PLACES, type RoomPlace } from './rooms.ts';

/**
 * Places of what does not stand in its room's folder yet: a folder, written with its last `/`, without those below it,
 * or a file, which goes before its folder. What was moved leaves this table, and with the last entry the table goes.
 */
export const MOVES: Readonly<Record<string, RoomPlace>> = {
  'server/app.ts': 'http',
  'server/assemble.ts': 'assembly',
  'server/config.ts': 'ground',
  'server/context.ts': 'ground',
  'server/extra-calls.ts': 'http',
  'server/field-types.ts': 'metadata',
  'server/idle-memory.ts': 'ground',
  'server/listeners.ts': 'ground',
  'server/load-area-rules.ts': 'assembly',
  'server/main.ts': 'assembly',
  'server/operations.ts': 'assembly',
  'server/run.ts': 'assembly',
  'server/storage-full.ts': 'ground',

  'server/approval/': 'flow',
  'server/approval/approval-calls.ts': 'http',
  'server/approval/awaiting.ts': 'records/call',
  'server/approval/distinct-people.ts': 'records/read',

  'server/audit/': 'records/audit',

  'server/auth/': 'access',
  'server/auth/auth.ts': 'http',
  'server/auth/oauth.routes.ts': 'http',

  'server/backup/': 'ground',

  'server/database/': 'ground',
  'server/database/platform-database.ts': 'assembly',
  'server/database/platform-tables.ts': 'assembly',

  'server/dispatcher/': 'http',
  'server/dispatcher/bound-operations.ts': 'metadata',

  'server/drafts/': 'records/write',
  'server/drafts/draft-calls.ts': 'http',

  'server/effects/': 'records/write',
  'server/effects/runners/': 'records/write',

  'server/entity/': 'records/write',
  'server/entity/abilities.ts': 'records/read',
  'server/entity/area-rules.ts': 'records/call',
  'server/entity/answer-record.ts': 'records/read',
  'server/entity/asleep.ts': 'records/service',
  'server/entity/calculate.ts': 'records/read',
  'server/entity/call-of.ts': 'records/call',
  'server/entity/check-guards.ts': 'records/read',
  'server/entity/check-references.ts': 'records/read',
  'server/entity/child-call.ts': 'records/read',
  'server/entity/choice-ground.ts': 'records/list',
  'server/entity/choice-rules.ts': 'records/call',
  'server/entity/entity-call.ts': 'records/call',
  'server/entity/environment.ts': 'records/call',
  'server/entity/exact-total.ts': 'records/list',
  'server/entity/exists-conditions.ts': 'records/call',
  'server/entity/field-choices.ts': 'records/list',
  'server/entity/foreign-row.ts': 'records/call',
  'server/entity/handler.ts': 'records/service',
  'server/entity/held-files.ts': 'records/call',
  'server/entity/history.ts': 'records/list',
  'server/entity/internal-service.ts': 'records/service',
  'server/entity/list-figures.ts': 'records/list',
  'server/entity/list-plan.ts': 'records/list',
  'server/entity/list-request.ts': 'records/list',
  'server/entity/list.ts': 'records/list',
  'server/entity/page-places.ts': 'records/list',
  'server/entity/page-rows.ts': 'records/list',
  'server/entity/ports.ts': 'records/call',
  'server/entity/prepare-environment.ts': 'records/call',
  'server/entity/query-input.ts': 'records/call',
  'server/entity/read-detail.ts': 'records/read',
  'server/entity/read-person.ts': 'records/call',
  'server/entity/read-record.ts': 'records/read',
  'server/entity/read-rows.ts': 'records/call',
  'server/entity/record-handlers.ts': 'records/service',
  'server/entity/record-row.ts': 'records/call',
  'server/entity/record-title.ts': 'records/call',
  'server/entity/reference-condition.ts': 'records/read',
  'server/entity/seeded-rows.ts': 'records/read',
  'server/entity/serial.ts': 'records/call',
  'server/entity/service.ts': 'records/service',
  'server/entity/shipped-values.ts': 'records/call',
  'server/entity/states.ts': 'records/call',
  'server/entity/text-argument.ts': 'records/call',
  'server/entity/stored-record.ts': 'records/call',
  'server/entity/version.ts': 'records/read',
  'server/entity/walk-nodes.ts': 'records/call',
  'server/entity/worded-values.ts': 'records/call',
  'server/entity/write-batch.ts': 'records/call',
  'server/entity/writing.ts': 'records/service',

  'server/evidence/': 'flow',
  'server/evidence/evidence-calls.ts': 'http',

  'server/files/register-files.ts': 'http',
  'server/files/visible-files.ts': 'http',

  'server/jobs/': 'reports',
  'server/jobs/job-tables.ts': 'ground',
  'server/jobs/jobs.ts': 'ground',
  'server/jobs/long-job-calls.ts': 'http',
  'server/jobs/system-context.ts': 'ground',

  'server/list-views/': 'http',

  'server/notices/': 'flow',
  'server/notices/channels/': 'flow',
  'server/notices/notice-calls.ts': 'http',

  'server/permission/': 'access',
  'server/permission/open-steps.ts': 'records/read',
  'server/permission/reference-labels.ts': 'records/read',

  'server/pictures/': 'files',

  'server/plugins/': 'http',
  'server/plugins/log.ts': 'ground',

  'server/print/': 'reports',

  'server/realtime/': 'http',
  'server/realtime/publish.ts': 'ground',

  'server/recalculation/': 'flow',

  'server/schedule/': 'flow',
  'server/schedule/work-calendar.ts': 'records/call',

  'server/spreadsheet/': 'reports',

  'server/statistics/': 'reports',
  'server/statistics/attention-calls.ts': 'http',
  'server/statistics/figure-rows.ts': 'records/list',
  'server/statistics/measures.ts': 'records/list',

  'server/system/': 'http',
  'server/system/first-administrator.ts': 'access',

  'server/text/': 'ground',
  'server/text/stored.ts': 'records/call',

  'server/threads/': 'ground',

  'server/timers/': 'flow',
};

/**
 * Place of a file of the server: that of its entry in MOVES or of its folder's, otherwise the one in whose folder it
 * stands (`server/records/read/version.ts` is in `records/read`). Undefined for files outside the server, and for a file
 * of the server that nobody has given a place.
 */
export function placeOf(file: string): RoomPlace | undefined {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  return MOVES[file] ?? MOVES[folder] ?? PLACES.find((place) => file.startsWith(`server/${place}/`));
}
