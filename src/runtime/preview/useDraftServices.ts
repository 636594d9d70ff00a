import { useMemo } from 'react';
import { useSession } from '../../api/session.ts';
import type { PageMetadata } from '../../core/wire/page.ts';
import type { FieldServices } from '../../field-types/field-services.ts';
import { createFieldServices, rememberMe } from '../services/field-services.ts';

/** The services of fields on the page of a draft; the same until it refers to other entities. */
export function useDraftServices({ targets, page }: Pick<PageMetadata, 'targets' | 'page'>): FieldServices {
  const me = useSession((state) => state.userInfo);
  return useMemo(() => {
    if (me !== null) rememberMe(me);
    return createFieldServices({ targets, page }, { served: false });
  }, [targets, page, me]);
}
