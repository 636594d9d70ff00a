import { fileExtension } from '../../core/files/upload-limits.ts';
import { fieldText } from '../text.ts';

/**
 * Files of a clipboard. Browsers call every screenshot `image.png`; each gets the time as its name, `now` as
 * `YYYY-MM-DD HH:mm:ss`.
 */
export function pastedFiles(files: readonly File[], now: string): readonly File[] {
  return files.map((file, index) => {
    if (!/^image\.(png|jpe?g)$/i.test(file.name)) return file;
    const time = now.replace(/[-:]/g, '').replace(' ', '-') + (index === 0 ? '' : `-${index + 1}`);
    const name = fieldText('screenshot', { time, extension: fileExtension(file.name) });
    return new File([file], name, { type: file.type, lastModified: file.lastModified });
  });
}
