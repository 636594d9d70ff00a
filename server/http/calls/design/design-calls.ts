import type { SystemCall } from '../../system/system-call.ts';
import { askCalls } from './ask-calls.ts';
import { bundleCalls } from './bundle/bundle-calls.ts';
import { designDraftCalls } from './draft-calls.ts';
import { historyCalls } from './history-calls.ts';
import { namesCalls } from './names-calls.ts';
import { newEntityCalls } from './new-calls.ts';
import { publishCalls } from './publish-calls.ts';
import { sizeCalls } from './size-call.ts';
import { designTextCalls } from './text-calls.ts';

/** Calls of the designer. */
export const designCalls: readonly SystemCall[] = [
  ...designDraftCalls,
  ...namesCalls,
  ...sizeCalls,
  ...publishCalls,
  ...historyCalls,
  ...newEntityCalls,
  ...designTextCalls,
  ...askCalls,
  ...bundleCalls,
];
