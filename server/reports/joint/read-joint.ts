import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { JointAnswer, JointPageHead } from '../../../src/core/wire/joint.ts';
import { rightsOf } from '../../access/permission/rights.ts';
import type { StreamAnswer } from '../spreadsheet/stream-answer.ts';
import type { JointAsk, JointReader } from './joint-reader.ts';
import { jointReaders } from './readers.generated.ts';

/** Who asks for a joint page, and what of it. */
type JointInput = Omit<JointAsk, 'page' | 'settings'>;

/** The frame of a joint page. Throws where there is none, or where it is not his. */
export function readJointHead(input: JointInput, code: string): JointPageHead {
  const ask = askOf(input, code);
  const { title, purpose, view } = ask.page;
  const settings = readerOf(ask).head(ask);
  return { code, title, purpose, view, revision: input.snapshot.revision, settings };
}

/** What it shows. Throws likewise. */
export async function readJoint(input: JointInput, code: string): Promise<JointAnswer> {
  const ask = askOf(input, code);
  return readerOf(ask).read(ask);
}

/** What it shows, as a spreadsheet. Throws likewise, and notFound for a kind that has none. */
export async function exportJoint(input: JointInput, code: string): Promise<StreamAnswer> {
  const ask = askOf(input, code);
  const { sheet } = readerOf(ask);
  if (sheet === undefined) throw noPage();
  return sheet(ask);
}

/** What it shows without login. Throws notFound where that is nothing. */
export async function readOpenJoint(input: JointInput, code: string): Promise<JointAnswer> {
  const page = input.snapshot.jointPages?.get(code);
  const reader = page === undefined ? undefined : jointReaders[page.view];
  if (page?.settings === undefined || reader === undefined || !('readOpen' in reader)) throw noPage();
  const answer = await (reader as JointReader).readOpen?.({ ...input, page, settings: page.settings, open: true });
  if (answer === undefined) throw noPage();
  return answer;
}

const noPage = (): AnlanError => new AnlanError('notFound', { what: say('页面') });

function readerOf({ page }: JointAsk): JointReader {
  // What a page's settings are, its kind made for its reader.
  return jointReaders[page.view] as JointReader;
}

function askOf(input: JointInput, code: string): JointAsk {
  const { context, snapshot } = input;
  const page = snapshot.jointPages?.get(code);
  if (page === undefined || page.settings === undefined) throw noPage();
  if (!rightsOf(context.caller, snapshot).page(code).has('view')) {
    throw new AnlanError('forbidden', { action: say('查看{page}', { page: page.title }) });
  }
  return { ...input, page, settings: page.settings };
}
