import { type AnlanError, invalidInput } from '../../../src/core/errors/catalogue.ts';
import { listRefusal } from '../../../src/core/files/upload-limits.ts';
import { judgeFix } from '../../../src/core/site/judge-fix.ts';
import { ON_SITE, readOnSite } from '../../../src/core/site/read-on-site.ts';
import { clauses, listed } from '../../../src/core/text/punctuate.ts';
import { say } from '../../../src/core/text/say.ts';
import type { ProvenSite, SiteFix, WireOnSite } from '../../../src/core/wire/on-site.ts';
import type { Tx } from '../call/ports.ts';
import type { AskedSite } from '../read/asked-site.ts';

/** What a field of photos of the place would take. */
const PHOTO = { media: 'image' } as const;

/**
 * Judges how a person proves that he is where a step is taken, and makes a photo of it the record's. Throws invalidInput
 * where he proves nothing, or where what he sent is malformed or not true of the place. Asked for nothing, nothing is kept.
 * @param demanded whether a step without a proof is refused; a malformed one always is.
 */
export async function proveSite(
  tx: Tx,
  recordId: string,
  given: unknown,
  { site, demanded }: { readonly site: AskedSite | undefined; readonly demanded: boolean },
): Promise<ProvenSite | undefined> {
  const read = readOnSite(given, tx.call.at.getTime());
  if (read !== undefined && 'faults' in read) throw invalidInput(read.faults);
  if (site === undefined) return undefined;
  if (read === undefined) {
    if (!demanded) return undefined;
    throw refused(missingText(site));
  }
  const { value } = read;
  if ('tag' in value) return provenByTag(site, value.tag);
  if ('photo' in value) return provenByPhoto(tx, recordId, site, value);
  return provenByFix(site, value);
}

function refused(msg: string, key?: string): AnlanError {
  return invalidInput([{ pointer: key === undefined ? `/${ON_SITE}` : `/${ON_SITE}/${key}`, msg }]);
}

const placeText = ({ name }: AskedSite): string => (name === null ? say('现场') : say('“{name}”', { name }));

/** The ways in which it can be proven instead of by coordinates. */
function otherWays({ tag }: AskedSite): string {
  return listed([...(tag === null ? [] : [say('扫描区域标签')]), say('拍照并说明原因')]);
}

function missingText(site: AskedSite): string {
  return say('此步骤须在{place}办理，请允许定位；不能定位时可{ways}', {
    place: placeText(site),
    ways: otherWays(site),
  });
}

function provenByFix(site: AskedSite, fix: SiteFix): ProvenSite {
  const { name, corners, metres } = site;
  const kept = { how: 'fix', name, ...fix } as const;
  if (corners === undefined) return { ...kept, metres: null };
  const judged = judgeFix(fix, { corners, metres, name });
  if ('metres' in judged) return { ...kept, metres: judged.metres };
  throw refused(clauses([judged.refusal, say('定位不准时可{ways}', { ways: otherWays(site) })]));
}

function provenByTag(site: AskedSite, tag: string): ProvenSite {
  const place = placeText(site);
  if (site.tag === null) throw refused(say('{place}没有设置标签，请定位或拍照并说明原因', { place }), 'tag');
  if (tag !== site.tag) throw refused(say('扫描的不是{place}的标签，请扫描现场的标签', { place }), 'tag');
  return { how: 'tag', name: site.name };
}

async function provenByPhoto(
  tx: Tx,
  recordId: string,
  { name }: AskedSite,
  { photo, reason }: Extract<WireOnSite, { readonly photo: string }>,
): Promise<ProvenSite> {
  const taken = await takePhoto(tx, recordId, photo);
  return { how: 'photo', name, ...taken, reason };
}

/** Photos that the steps of one call have taken: of several records taken together each keeps a copy of its own. */
const taken = new WeakMap<Tx['written'], Set<string>>();

async function takePhoto(
  { call, db, written }: Tx,
  recordId: string,
  photo: string,
): Promise<{ readonly photo: string; readonly sha256: string | null }> {
  const { services, context, model } = call;
  const { files, ids } = services;
  const { caller, tenantId } = context;
  const holder = { entityKey: model.key, recordId };
  const here = taken.get(written) ?? new Set<string>();
  taken.set(written, here);
  const file = (await files.describeFiles(db, [photo])).get(photo);
  // A photo that some record has was not taken for this step.
  const isNew = file?.holder === undefined && file?.uploader === (caller.behind ?? caller.userId);
  if (file === undefined || !(isNew || here.has(photo))) throw refused(say('照片不存在或不属于您'), 'photo');
  const wrong = listRefusal([file], PHOTO);
  if (wrong !== undefined) throw refused(wrong.message, 'photo');
  const own = here.has(photo) ? ids.next() : photo;
  const foreign =
    own === photo
      ? await files.claimFiles(db, tenantId, [photo], holder, caller)
      : await files.copyFiles(db, tenantId, [{ from: photo, to: own }], holder, caller);
  if (foreign.length > 0) throw refused(say('照片不存在或不属于您'), 'photo');
  here.add(photo);
  return { photo: own, sha256: file.sha256 ?? null };
}
