import { compileEvaluator, plainValue } from '../expression/index.ts';
import type { MediaSizes } from '../files/upload-limits.ts';
import type { FieldModel, ModelExpression } from '../model/entity-model.ts';

const MEGABYTE = 1024 * 1024;
const NOBODY = { userId: '', account: '', realName: '', deptId: null, deptIds: [], roles: [], tenantId: '' };

/** Bytes that pictures and films of an upload may have under these settings; undefined where the field does not say. */
export function mediaSizes(
  { mediaSize }: Pick<FieldModel, 'mediaSize'>,
  settings: Readonly<Record<string, unknown>> | undefined,
): MediaSizes | undefined {
  if (mediaSize === undefined) return undefined;
  const bytes = (size: ModelExpression | undefined) => {
    if (size === undefined) return undefined;
    const around = { names: () => undefined, now: '', me: NOBODY, ...(settings === undefined ? {} : { settings }) };
    const value = plainValue(compileEvaluator(size.node)(around));
    return typeof value === 'number' && value > 0 ? Math.floor(value * MEGABYTE) : undefined;
  };
  const [image, video] = [bytes(mediaSize.image), bytes(mediaSize.video)];
  return { ...(image === undefined ? {} : { image }), ...(video === undefined ? {} : { video }) };
}
