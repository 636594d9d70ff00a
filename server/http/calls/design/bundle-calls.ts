import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { wallClock } from '../../../../src/core/clock/wall-clock.ts';
import { printJson } from '../../../../src/core/dialect/print-json.ts';
import { AnlanError, invalidInput } from '../../../../src/core/errors/catalogue.ts';
import { entityFile } from '../../../../src/core/model/model-world.ts';
import { editsOf } from '../../../../src/core/overlay/design-log.ts';
import { mergeOverlay } from '../../../../src/core/overlay/merge-overlay.ts';
import { type OverlayEdit, parseOverlay } from '../../../../src/core/overlay/overlay.ts';
import { say } from '../../../../src/core/text/say.ts';
import { sameJson } from '../../../../src/core/validation/same-value.ts';
import {
  type BundledEntity,
  type BundleOutlook,
  DESIGN_LIMITS,
  type DesignBundle,
  type DesignFile,
  type DesignTaken,
} from '../../../../src/core/wire/design.ts';
import { addStep, lockDraft, readSteps } from '../../../metadata/design/design-store.ts';
import type { PersonInput, SystemCall } from '../../system/system-call.ts';
import { impactOf } from './impact.ts';
import {
  finalEdits,
  groundOf,
  type Overlaid,
  openLog,
  requireBase,
  requireDesigner,
  requireOwnPart,
} from './shared.ts';

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

/** A company's own key pair at this installation, the same at every start. */
function keysOf({ services, context }: PersonInput) {
  // The frame of PKCS 8 around the 32 bytes of an Ed25519 key.
  const frame = Buffer.from('302e020100300506032b657004220420', 'hex');
  const seed = services.entities.keys.key('design bundle', context.tenantId);
  const privateKey = createPrivateKey({ key: Buffer.concat([frame, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: publicKey.toString('base64') };
}

const fingerprint = (key: string): string =>
  (createHash('sha256').update(key).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ');

/** What is signed: everything but the signature. */
const signedText = ({ format, version, at, entities, key }: Omit<DesignBundle, 'signature'>): Buffer =>
  Buffer.from(JSON.stringify([format, version, at, key, entities]));

/** The company's published edits, of some entities or all, signed. */
async function makeBundle(input: PersonInput): Promise<DesignBundle> {
  requireDesigner(input);
  const { services, context, snapshot, request } = input;
  const { entities: wanted } = (request.body ?? {}) as { readonly entities?: unknown };
  const keys = Array.isArray(wanted) ? wanted.map(String) : [...snapshot.entities.keys()];
  const entities = [];
  for (const key of keys) {
    const base = await services.metadata.designBase(context.tenantId, key);
    if (base === undefined) throw new AnlanError('notFound', { what: say('业务') });
    if (base.edits.length > 0) entities.push({ entity: key, title: base.entity.title, edits: base.edits });
  }
  if (entities.length === 0) throw invalidInput([{ pointer: '/entities', msg: say('没有已发布的修改可以导出') }]);
  const { privateKey, publicKey } = keysOf(input);
  const at = wallClock(context.clock.now(), snapshot.timeZone);
  const bundle = { format: 'anlan-design', version: 1, at, entities, key: publicKey } as const;
  return { ...bundle, signature: sign(null, signedText(bundle), privateKey).toString('base64') };
}

/** The bundle of a request; throws where it is none, or is not what was signed. */
function bundleIn({ request }: PersonInput): DesignBundle {
  const { bundle } = (request.body ?? {}) as { readonly bundle?: unknown };
  const fault = (msg: string, pointer = '/bundle') => invalidInput([{ pointer, msg }]);
  const given = (bundle ?? {}) as Partial<DesignBundle>;
  const { format, version, at, entities, key, signature } = given;
  if (format !== 'anlan-design' || version !== 1) throw fault(say('这不是设计包，或是更新的版本导出的'));
  const texts = [at, key, signature];
  if (!Array.isArray(entities) || texts.some((text) => typeof text !== 'string')) throw fault(say('设计包不完整'));
  if (!isSigned(given as DesignBundle)) throw fault(say('设计包在导出后被改动过，不能使用，请重新导出'));
  for (const [index, { edits }] of entities.entries()) {
    const parsed = parseOverlay(edits, 'bundle');
    if (!('problems' in parsed)) continue;
    throw invalidInput(
      parsed.problems.map(({ pointer, message }) => ({
        pointer: `/bundle/entities/${index}/edits${pointer}`,
        msg: message,
      })),
    );
  }
  return given as DesignBundle;
}

function isSigned(bundle: DesignBundle): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(bundle.key, 'base64'), format: 'der', type: 'spki' });
    return verify(null, signedText(bundle), key, Buffer.from(bundle.signature, 'base64'));
  } catch {
    // A key or signature of another form.
    return false;
  }
}

/** What of a bundle is not there yet, over what the draft makes of this company's entities. */
async function freshOf(input: PersonInput, bundle: DesignBundle) {
  const { services, context, snapshot } = input;
  const log = await input.read((connection) => openLog(connection, snapshot.timeZone));
  const missing: string[] = [];
  const fresh: BundledEntity[] = [];
  const overlays: Overlaid[] = [];
  for (const { entity, title, edits } of bundle.entities) {
    const base = await services.metadata.designBase(context.tenantId, entity);
    if (base === undefined || base.entity.locked === true) {
      missing.push(say('没有业务“{title}”（{key}）', { title, key: entity }));
      continue;
    }
    const known = [...base.edits, ...editsOf(log, entity)];
    const more = edits.filter((edit) => !known.some((other) => sameJson(other, edit)));
    if (more.length === 0) continue;
    const all = [...known, ...more];
    const first = known.length;
    for (const { edit, message } of mergeOverlay(base.entity, all).conflicts) {
      if (edit >= first) missing.push(`${title}：${message}`);
    }
    fresh.push({ entity, title, edits: more });
    overlays.push({ base, edits: finalEdits(base, all) });
  }
  return { fresh, missing, overlays };
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
    from: fingerprint(bundle.key),
    at: bundle.at,
    entities: fresh.map(({ entity, title, edits: more }) => ({ entity, title, edits: more.length })),
    missing: [...new Set(lacking)],
    impact: judged.problems.length > 0 || overlays.length === 0 ? [] : await impactOf(input, overlays),
  };
}

/** Takes what of a bundle is not there yet into the draft, from where it is published as all else is. */
async function takeBundle(input: PersonInput): Promise<DesignTaken> {
  requireDesigner(input);
  const { services, context, snapshot } = input;
  const bundle = bundleIn(input);
  if (input.argument('from') !== fingerprint(bundle.key)) {
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
    name: 'designBundle',
    method: 'POST',
    path: 'design/bundle',
    title: '导出已发布的修改为签名的设计包，用于另一套系统',
    arguments: { entities: { title: '业务代码的列表，缺省为全部' } },
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
