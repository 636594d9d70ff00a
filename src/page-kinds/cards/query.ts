import type { RowsFound, ViewQuery } from '../../core/model/page-query.ts';
import { say } from '../../core/text/say.ts';
import type { CardsSettings } from './definition.ts';

/** Cards that are answered at once. */
export const CARDS = 24;
/** Cards that can be looked through; narrower filters lead further. */
const DEEPEST = 10_000;

/** Cards in the order of the list. */
export const query: ViewQuery<RowsFound, CardsSettings> = {
  by: 'view',
  takes: { _offset: '已有的张数，答复其后的；缺省为0' },
  read(ask) {
    const offset = Number(ask.argument('_offset') ?? 0);
    if (!Number.isInteger(offset) || offset < 0 || offset > DEEPEST) {
      throw ask.refuse(
        '_offset',
        say('{title}须为{least}到{most}的整数', { title: say('张数'), least: 0, most: DEEPEST }),
      );
    }
    return ask.rows({ most: CARDS, offset, counted: true });
  },
};
