import type { Property } from '../dialect/entity.generated.ts';
import { isMultiple, targetOf } from './entity-scope.ts';

/** Whether a field holds one person. */
export function isOnePerson(property: Property | undefined): boolean {
  return property !== undefined && targetOf(property) === 'user' && !isMultiple(property);
}
