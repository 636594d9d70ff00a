import { type ConnectorKind, neededText } from '../connector-kind.ts';

/** A gateway of information screens: gets `screen` and `text`. */
export const connector: ConnectorKind = {
  body: (message) => ({ screen: neededText(message, 'screen'), text: neededText(message, 'text') }),
  silent: false,
};
