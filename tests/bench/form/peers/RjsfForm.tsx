import { Theme } from '@rjsf/antd';
import { withTheme } from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { useState } from 'react';
import { mixSchema } from './mix-schema.ts';

const Form = withTheme(Theme as never);

/** The mixed fields as react-jsonschema-form draws them in antd: no linkage, no choosing of people and files. */
export function RjsfForm({ fields }: { fields: number }) {
  const [schema] = useState(() => mixSchema(fields));
  return <Form schema={schema as never} validator={validator as never} />;
}
