import { wallClock } from '../../../../../src/core/clock/wall-clock.ts';
import { printJson } from '../../../../../src/core/dialect/print-json.ts';
import { AnlanError, invalidInput } from '../../../../../src/core/errors/catalogue.ts';
import { entityFile } from '../../../../../src/core/model/model-world.ts';
import { editsOf } from '../../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../../src/core/overlay/merge-overlay.ts';
import type { OverlayEdit } from '../../../../../src/core/overlay/overlay.ts';
import { say } from '../../../../../src/core/text/say.ts';
import {
  type BundleOutlook,
  type CarriedDesign,
  DESIGN_LIMITS,
  type DesignBundle,
  type DesignFile,
  type DesignTaken,
} from '../../../../../src/core/wire/design.ts';
import { addStep, lockDraft, readSteps } from '../../../../metadata/design/design-store.ts';
import type { PersonInput, SystemCall } from '../../../system/system-call.ts';
import { impactOf } from '../impact.ts';
import { finalEdits, groundOf, openLog, requireBase, requireDesigner, requireOwnPart } from '../shared.ts';
import { bundleIn } from './bundle-in.ts';
import { bundledParts, carriedBy } from './carried.ts';
import { freshOf } from './fresh.ts';
import { fingerprintOf, ownFingerprint, signed } from './signing.ts';

/** The file of an entity as it would be with the company's edits and those of the draft. */
async function exportFile(input: PersonInput): Promise<DesignFile> {
  requireDesigner(input);
  const { services, context, snapshot } = input;
  const key = input.argument('entity') ?? '';
  const log = await input.read((connection) => openLog(connection, snapshot.timeZone));
  const base = await requireBase(services.metadata, context.tenantId, key, log);
  const { base: ground, edits } = groundOf({ base, edits: finalEdits(base, [...base.edits, ...editsOf(log, key)]) });
  const print = printJson(JSON.stringify(mergeOverlay(ground.entity, edits).entity));
  if ('fault' in print) throw new Error(`the merged ${key} is no JSON`);
  return { name: entityFile(base.area, key), text: print.printed };
}

/** What of the company a bundle may hold. */
async function readCarried(input: PersonInput): Promise<CarriedDesign> {
  requireDesigner(input);
  const carried = await carriedBy(input);
  return {
    fingerprint: ownFingerprint(input),
    parts: carried.map(({ kind, entity, title, edits, uses }) => ({ kind, entity, title, edits: edits.length, uses })),
  };
}

/** What the company has published, of some parts or all, signed. */
async function makeBundle(input: PersonInput): Promise<DesignBundle> {
  requireDesigner(input);
  const { context, snapshot, request } = input;
  const { entities: wanted } = (request.body ?? {}) as { readonly entities?: unknown };
  const carried = await carriedBy(input);
  const known = carried.map(({ entity }) => entity);
  const keys = Array.isArray(wanted) ? wanted.map(String) : known;
  const unknown = keys.find((key) => !known.includes(key) && !snapshot.entities.has(key));
  if (unknown !== undefined) throw new AnlanError('notFound', { what: say('业务') });
  const entities = bundledParts(carried, new Set(keys));
  if (entities.length === 0) throw invalidInput([{ pointer: '/entities', msg: say('没有已发布的修改可以导出') }]);
  const at = wallClock(context.clock.now(), snapshot.timeZone);
  return signed(input, { format: 'anlan-design', version: 1, at, entities });
}

/** What taking a bundle would do: nothing is changed. */
async function checkBundle(input: PersonInput): Promise<BundleOutlook> {
  requireDesigner(input);
  const bundle = bundleIn(input);
  const { fresh, missing, overlays } = await freshOf(input, bundle);
  const edits = new Map(overlays.map(({ base, edits: own }) => [base.entity.entity, own] as const));
  const judged = await input.services.metadata.judgeOverlays(input.context.tenantId, edits);
  const lacking = [...missing, ...judged.problems.map(({ message }) => message)];
  return {
    from: fingerprintOf(bundle.key),
    at: bundle.at,
    entities: fresh.map(({ entity, title, edits: more }) => ({ entity, title, edits: more.length })),
    missing: [...new Set(lacking)],
    impact: judged.problems.length > 0 || overlays.length === 0 ? [] : (await impactOf(input, overlays)).items,
  };
}

/** Takes what of a bundle is not there yet into the draft, from where it is published as all else is. */
async function takeBundle(input: PersonInput): Promise<DesignTaken> {
  requireDesigner(input);
  const { services, context, snapshot } = input;
  const bundle = bundleIn(input);
  if (input.argument('from') !== fingerprintOf(bundle.key)) {
    throw invalidInput([{ pointer: '/from', msg: say('请先核对导出方的指纹') }]);
  }
  const { fresh, missing } = await freshOf(input, bundle);
  if (missing.length > 0) throw invalidInput(missing.map((msg) => ({ pointer: '/bundle', msg })));
  for (const { edits } of fresh) requireOwnPart(input, edits);
  return services.database.transaction(context.tenantId, async (connection) => {
    const at = context.clock.now();
    const id = await lockDraft(connection, at, () => services.entities.ids.next());
    const before = await readSteps(connection, id, 0, snapshot.timeZone);
    let seq = before.at(-1)?.seq ?? 0;
    const { userId } = context.caller;
    for (const { entity, edits } of fresh) {
      for (const part of inSteps(edits)) {
        seq += 1;
        const step = { step: 'do', id: `bundle-${services.entities.ids.next()}`, entity, edits: part } as const;
        await addStep(connection, id, { seq, userId, step }, at);
      }
    }
    const steps = await readSteps(connection, id, before.at(-1)?.seq ?? 0, snapshot.timeZone);
    return { id, seq, steps };
  });
}

/** Edits in as many steps as their size asks for. */
function inSteps(edits: readonly OverlayEdit[]): readonly (readonly OverlayEdit[])[] {
  const steps: OverlayEdit[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const edit of edits) {
    const more = JSON.stringify(edit).length;
    if (size + more > DESIGN_LIMITS.step / 2) {
      steps.push([]);
      size = 0;
    }
    steps.at(-1)?.push(edit);
    size += more;
  }
  return steps;
}

/** Carrying designs elsewhere: as the file that is shipped, or as a signed bundle. */
export const bundleCalls: readonly SystemCall[] = [
  {
    name: 'designExport',
    method: 'GET',
    path: 'design/export',
    title: '带上企业修改和草稿的实体文件，格式与出厂文件相同',
    arguments: { entity: { title: '业务代码', required: true } },
    answer: '文件名和文本',
    handle: exportFile,
  },
  {
    name: 'designCarried',
    method: 'GET',
    path: 'design/carried',
    title: '本企业已发布、可以带到另一套系统的修改',
    arguments: {},
    answer: '本企业的指纹，各部分的名称、修改数和所需的其他部分',
    handle: readCarried,
  },
  {
    name: 'designBundle',
    method: 'POST',
    path: 'design/bundle',
    title: '导出已发布的修改为签名的设计包，用于另一套系统',
    arguments: { entities: { title: '业务代码、字典、译文和菜单的列表，缺省为全部' } },
    answer: '设计包',
    handle: makeBundle,
  },
  {
    name: 'designBundleCheck',
    method: 'POST',
    path: 'design/bundle-check',
    title: '试算一个设计包：缺什么，会影响哪些已有记录；不改变任何东西',
    arguments: { bundle: { title: '设计包', required: true } },
    answer: '签名的指纹、尚没有的修改、缺少的东西、影响',
    handle: checkBundle,
  },
  {
    name: 'designBundleTake',
    method: 'POST',
    path: 'design/bundle-take',
    title: '把设计包里尚没有的修改放进草稿',
    arguments: { bundle: { title: '设计包', required: true }, from: { title: '导出方的指纹', required: true } },
    answer: '草稿编号、最后一步、新的步骤',
    handle: takeBundle,
  },
];
