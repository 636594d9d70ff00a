import type { WireRecord } from './contract.ts';

/** What a notice is about: a task to decide, a copy to read, a deadline, or what came of something of one's own. */
type NoticeKind = 'task' | 'copy' | 'reminder' | 'result';

/** A notice of the inbox, as the entity `notice` lists it. */
export interface InboxNotice extends WireRecord {
  readonly kind: NoticeKind;
  readonly title: string;
  readonly text: string | null;
  /** What it is about; null for nothing that could be opened. */
  readonly entityKey: string | null;
  readonly recordId: string | null;
  readonly isRead: '0' | '1';
  readonly createTime: string;
}
