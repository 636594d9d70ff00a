import { useEffect, useState } from 'react';
import { FormView } from '../../../src/runtime/form/FormView.tsx';
import { createFormEngine } from '../../../src/runtime/form/form-engine.ts';
import type { EntityPageModel } from '../../../src/runtime/model/page-model.ts';
import { browserEnvironment } from '../../../src/runtime/model/record-environment.ts';
import { me } from '../pages/stage.tsx';

/** The mixed form as the runtime draws it from metadata. Its models are made when it opens, as on a page. */
export function GeneratedForm({ page, lazy }: { page: EntityPageModel; lazy: boolean }) {
  const [engine] = useState(() => createFormEngine({ page, environment: browserEnvironment(page, me) }));
  useEffect(() => () => engine.dispose(), [engine]);
  return <FormView engine={engine} id="generated" lazy={lazy} />;
}
