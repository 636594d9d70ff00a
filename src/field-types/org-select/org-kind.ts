import type { Property } from '../../core/dialect/entity.generated.ts';

/** What an org select chooses. */
export type OrgKind = NonNullable<Property['org']>;
