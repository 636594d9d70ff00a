/**
 * The PostgreSQL types that expressions compile to. `timestamptz` is an instant; `timestamp` the tenant's wall time.
 * `json` is any value that can only be tested for null.
 */
type SqlScalarType =
  | 'text'
  | 'numeric'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'timestamp'
  | 'time'
  | 'json';

export type SqlType = SqlScalarType | `${SqlScalarType}[]`;
