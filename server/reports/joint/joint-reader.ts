import type { JointPageModel } from '../../../src/core/joint/joint-kind.ts';
import type { JointAnswer } from '../../../src/core/wire/joint.ts';
import type { CallContext } from '../../ground/context.ts';
import type { MetadataSnapshot } from '../../metadata/snapshot.ts';
import type { EntityCall, EntityServices } from '../../records/call/ports.ts';
import type { StreamAnswer } from '../spreadsheet/stream-answer.ts';

/** What reading a joint page works with: the page, who asks, and the arguments. */
export interface JointAsk<Settings = unknown> {
  readonly page: JointPageModel;
  readonly settings: Settings;
  readonly services: EntityServices;
  readonly context: CallContext;
  readonly snapshot: MetadataSnapshot;
  /** Whether nobody asks: what is shown without login is counted over the whole company. Default false. */
  readonly open?: boolean;
  /** Text of an argument; undefined where it is missing or empty. */
  argument(name: string): string | undefined;
}

/**
 * How what a kind of joint page shows is read. All of it goes through calls of the members' pages (`memberCall`), so that
 * none shows what its list would not.
 */
export interface JointReader<Settings = unknown> {
  /** What of the settings the browser gets. */
  head(ask: Omit<JointAsk<Settings>, 'argument'>): unknown;
  read(ask: JointAsk<Settings>): Promise<JointAnswer>;
  /** What it shows as a spreadsheet; a kind without it has none. */
  sheet?(ask: JointAsk<Settings>): Promise<StreamAnswer>;
  /** What is shown without login; a kind without it shows nothing there. */
  readOpen?(ask: JointAsk<Settings>): Promise<JointAnswer | undefined>;
}

/** A call on the page of a member. */
export type MemberCall = EntityCall & { readonly page: string };
