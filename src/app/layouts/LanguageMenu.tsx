import { Button, Dropdown } from 'antd';
import { faultChannel } from '../../api/faults.ts';
import { isLanguage, LANGUAGES } from '../../core/text/language.ts';
import { GlobeIcon } from '../../ui/GlobeIcon.tsx';
import { useLanguage } from '../../ui/text/define-texts.ts';
import { chooseLanguage, LANGUAGE_NAMES } from '../i18n/load-language.ts';
import { useAppText } from '../i18n/texts.ts';

/** The languages of the product; each is called by its own name. `named` shows the present one beside the globe. */
export function LanguageMenu({ named = false }: { named?: boolean }) {
  const text = useAppText();
  const language = useLanguage((state) => state.language);
  const choose = (key: string) => {
    if (!isLanguage(key) || key === language) {
      return;
    }
    chooseLanguage(key).catch(() => faultChannel.emit({ kind: 'error', message: text('language.failed') }));
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: LANGUAGES.map((key) => ({ key, label: <span lang={key}>{LANGUAGE_NAMES[key]}</span> })),
        selectable: true,
        selectedKeys: [language],
        onClick: ({ key }) => choose(key),
      }}
    >
      <Button
        type="text"
        icon={<GlobeIcon />}
        aria-label={text('language.menu', { language: LANGUAGE_NAMES[language] })}
        data-testid="language-menu"
      >
        {named ? LANGUAGE_NAMES[language] : null}
      </Button>
    </Dropdown>
  );
}
