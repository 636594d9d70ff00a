/** Code of the dictionary whose items are the connectors that `call` may name. */
export const CONNECTORS = 'connector';
