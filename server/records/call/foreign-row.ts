import { AnlanError } from '../../../src/core/errors/catalogue.ts';
import { say } from '../../../src/core/text/say.ts';
import type { EntityCall } from './ports.ts';

/** The refusal of a record that the person sees and that is not his to write. @param verb `编辑`, `删除`, `新增`. */
export function foreignRow(call: EntityCall, verb: string): AnlanError {
  return new AnlanError('forbidden', {
    action: say('{verb}本人负责范围以外的{model}', { verb, model: call.model.title }),
  });
}
