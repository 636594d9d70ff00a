import { type ConnectorKind, neededText } from '../connector-kind.ts';

/** A gateway of short messages: gets `phone` and `text`. */
export const connector: ConnectorKind = {
  body: (message) => ({ phone: neededText(message, 'phone'), text: neededText(message, 'text') }),
  silent: false,
};
