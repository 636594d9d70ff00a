import type { FastifyInstance } from 'fastify';
import { approvalCalls } from '../calls/approval-calls.ts';
import { attentionCalls } from '../calls/attention-calls.ts';
import { designCalls } from '../calls/design/design-calls.ts';
import { draftCalls } from '../calls/draft-calls.ts';
import { evidenceCalls } from '../calls/evidence-calls.ts';
import { findCalls } from '../calls/find-calls.ts';
import { jointCalls } from '../calls/joint-calls.ts';
import { longJobCalls } from '../calls/long-job-calls.ts';
import { noticeCalls } from '../calls/notice-calls.ts';
import { publicLinkCalls } from '../calls/public-link-calls.ts';
import { publishedCalls } from '../calls/published-calls.ts';
import { recordTreeCalls } from '../calls/record-tree-calls.ts';
import { restoreCalls } from '../calls/restore-calls.ts';
import { snakerCalls } from '../calls/snaker-calls.ts';
import { listViewCalls } from '../list-views/list-view-calls.ts';
import { preferenceCalls } from '../preferences/preference-calls.ts';
import { accountCalls } from './account-calls.ts';
import { departmentCalls } from './department-calls.ts';
import { dictionaryCalls } from './dictionary-calls.ts';
import { grantCalls } from './grant-calls.ts';
import { lintCalls } from './lint-calls.ts';
import { lookupCalls } from './lookup-calls.ts';
import { menuCalls } from './menu-calls.ts';
import { metadataCalls } from './metadata-calls.ts';
import { openCalls } from './open-calls.ts';
import { organisationCalls } from './organisation-calls.ts';
import { personCalls } from './person-calls.ts';
import {
  describeCall,
  registerCall,
  type SystemCall,
  type SystemOperation,
  type SystemServices,
} from './system-call.ts';
import { usualPageCalls } from './usual-pages.ts';

const calls: readonly SystemCall[] = [
  ...openCalls,
  ...accountCalls,
  ...menuCalls,
  ...grantCalls,
  ...departmentCalls,
  ...dictionaryCalls,
  ...personCalls,
  ...organisationCalls,
  ...metadataCalls,
  ...lookupCalls,
  ...lintCalls,
  ...designCalls,
  ...evidenceCalls,
  ...publicLinkCalls,
  ...publishedCalls,
  ...snakerCalls,
  ...approvalCalls,
  ...draftCalls,
  ...restoreCalls,
  ...listViewCalls,
  ...preferenceCalls,
  ...noticeCalls,
  ...longJobCalls,
  ...attentionCalls,
  ...findCalls,
  ...recordTreeCalls,
  ...jointCalls,
  ...usualPageCalls,
];

/** The calls of {p}-system that no entity file brings, for OpenAPI. */
export function systemOperations(prefix: string): readonly SystemOperation[] {
  return calls.map((call) => describeCall(call, prefix));
}

/** Registers the system calls on a port, before the dispatcher of the generic ones. */
export function registerSystem(app: FastifyInstance, services: SystemServices): void {
  for (const call of calls) registerCall(app, call, services);
}
