import { keptOwner, noteKept } from '../../api/kept/kept-owner.ts';
import { DeviceFullError, keepPhoto, photoOf } from '../../api/kept/kept-store.ts';
import { isLocalId, type KeptPhoto, localId } from '../../api/kept/kept-types.ts';
import { machineNow } from '../../api/plant-clock.ts';
import type { WireFile } from '../../core/wire/contract.ts';
import type { FieldServices } from '../../field-types/field-services.ts';
import { keptText } from './text.ts';

/**
 * Services of fields whose photos stay on this device until their answer goes up: taking one needs no network, and its
 * content is on the disk before it stands in the form.
 * @param subject id of the record that is answered.
 */
export function keptFieldServices(services: FieldServices, subject: string): FieldServices {
  return {
    ...services,
    async upload(file, report, signal) {
      const owner = keptOwner();
      report({ status: 'uploading', percent: 0 });
      try {
        if (owner === undefined) throw new Error(keptText('no.storage'));
        const content = await file.arrayBuffer();
        const hash = await fingerprint(content);
        const id = localId(subject, hash);
        const { name, type, lastModified } = file;
        await keepPhoto({ id, owner, hash, name, type, lastModified, content, time: machineNow(), sent: undefined });
        noteKept();
        if (signal.aborted) return;
        const stored: WireFile = { attachId: id, name, originalName: name, link: '', size: file.size, lastModified };
        report({ status: 'done', percent: 100, stored });
      } catch (error) {
        const full = error instanceof DeviceFullError;
        report({ status: 'error', percent: 0, message: keptText(full ? 'photo.full' : 'no.storage') });
      }
    },
    async removeFile(attachId) {
      const owner = keptOwner();
      if (!isLocalId(attachId) || owner === undefined) return services.removeFile(attachId);
      // An answer that waits may name it; what nobody names is swept.
      return (await photoOf(owner, attachId)) !== undefined;
    },
    async readFile(file, signal) {
      const photo = await localPhoto(file);
      return photo === undefined ? services.readFile(file, signal) : new Blob([photo.content], { type: photo.type });
    },
    async download(file) {
      // What is on this device only was taken with it.
      if (!isLocalId(file.attachId)) await services.download(file);
    },
  };
}

async function localPhoto({ attachId }: WireFile): Promise<KeptPhoto | undefined> {
  const owner = keptOwner();
  return isLocalId(attachId) && owner !== undefined ? photoOf(owner, attachId) : undefined;
}

/** SHA-256 in hex. Over plain http browsers have none; then a number of its own stands for the content. */
async function fingerprint(content: ArrayBuffer): Promise<string> {
  const bytes =
    crypto.subtle === undefined
      ? crypto.getRandomValues(new Uint8Array(32))
      : new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
