import { installFieldTypes } from './install.ts';

// The build takes in whatever stands there; the server reads the same folder when it starts.
installFieldTypes(
  import.meta.glob('/extensions/field-types/*/definition.ts', { eager: true }),
  import.meta.glob('/extensions/field-types/*/view.tsx', { eager: true }),
);
