import { Schema } from '@formily/json-schema';

// Formily would run any `{{…}}` text of a schema as a program. No text of ours is one: it is given back as it stands.
Schema.registerCompiler((text) => `{{${text}}}`);
