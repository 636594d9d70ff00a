import { type ConnectorKind, neededText } from '../connector-kind.ts';

/**
 * A gateway of information screens: gets `screen` and `text`, and whatever else is said of how the text is shown; with
 * `clear`, the id of what is taken down, there is no text.
 */
export const connector: ConnectorKind = {
  body: (message) => ({
    ...message.data,
    screen: neededText(message, 'screen'),
    ...(message.data.clear === undefined
      ? { text: neededText(message, 'text') }
      : { clear: neededText(message, 'clear') }),
  }),
  silent: false,
};
