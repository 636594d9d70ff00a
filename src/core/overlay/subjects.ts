import { say } from '../text/say.ts';
import type { OverlayEdit } from './overlay.ts';
import { compactChoices, dictionaryOf, isChoiceEdit } from './own-dictionary.ts';
import { compactEntries, isMenuEdit, MENU_SUBJECT } from './own-menu.ts';
import { compactTexts, isTextEdit, LONGEST_TRANSLATION, textsLanguage } from './own-texts.ts';

/** What a draft changes beside entities: edits of one kind, which are made short in their own way. */
interface Subject {
  /** What it is called in the history of changes. */
  readonly title: string;
  fits(edit: OverlayEdit): boolean;
  /** What is said of an edit that does not fit. */
  readonly fault: string;
  compact(edits: readonly OverlayEdit[]): readonly OverlayEdit[];
}

/** The subject of a draft under a name that belongs to no entity; undefined for keys of entities. */
export function subjectOf(name: string): Subject | undefined {
  if (textsLanguage(name) !== undefined) {
    return {
      title: say('译文'),
      fits: isTextEdit,
      fault: say('译文须为文本，不超过{most}个字', { most: LONGEST_TRANSLATION }),
      compact: compactTexts,
    };
  }
  if (name === MENU_SUBJECT) {
    return {
      title: say('菜单'),
      fits: isMenuEdit,
      fault: say('菜单的修改不正确：名称2至20个字，路由地址以/开头，次序0至9999'),
      compact: compactEntries,
    };
  }
  const code = dictionaryOf(name);
  if (code !== undefined) {
    return {
      title: say('字典 {code}', { code }),
      fits: isChoiceEdit,
      fault: say('字典选项的修改不正确：名称1至60个字，次序0至9999'),
      compact: compactChoices,
    };
  }
  return undefined;
}
