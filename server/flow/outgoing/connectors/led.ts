import { say } from '../../../../src/core/text/say.ts';
import { type ConnectorKind, neededText } from '../connector-kind.ts';
import { undelivered } from '../post-pinned.ts';

/**
 * A gateway of information screens: gets `screen` and `text`, and whatever else is said of how the text is shown; with
 * `clear`, the id of what is taken down, there is no text, and with `media` or a table of tickets there need be none. Its answer
 * may say in `showing` the ids of the programs that it has on the screen.
 */
export const connector: ConnectorKind = {
  body: (message) => {
    const { clear, media, type } = message.data;
    const needsText = clear === undefined && type !== 'tickets' && !(Array.isArray(media) && media.length > 0);
    return {
      ...message.data,
      screen: neededText(message, 'screen'),
      ...(clear === undefined ? {} : { clear: neededText(message, 'clear') }),
      ...(needsText ? { text: neededText(message, 'text') } : {}),
    };
  },
  silent: false,
  // A controller that tells what it has on its screen is believed before its yes.
  believe({ data: { program, clear } }, { showing }) {
    if (!Array.isArray(showing)) return;
    if (typeof program === 'string' && !showing.includes(program))
      throw undelivered(say('控制器应答已收到，但屏上没有这个节目'));
    if (typeof clear === 'string' && showing.includes(clear))
      throw undelivered(say('控制器应答已收到，但屏上还在播这个节目'));
  },
};
