import { UndoOutlined } from '@ant-design/icons';
import { Checkbox, Input, Table } from 'antd';
import { memo, useState } from 'react';
import { ownTexts, textEdit, textsSubject } from '../../src/core/overlay/own-texts.ts';
import { TRANSLATIONS, type Translation } from '../../src/core/text/language.ts';
import type { Messages } from '../../src/core/text/say.ts';
import { entityTexts } from '../../src/core/text/text-ids.ts';
import type { DesignTexts } from '../../src/core/wire/design.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { fetchTexts } from '../session/design-calls.ts';
import type { Designed } from '../session/useDesign.ts';
import type { ViewProps } from '../view-props.ts';
import { useTranslationText } from './texts.ts';
import './translations.css';

/** Texts of an entity on a page of the table. */
const PAGE = 50;

/** A text with what it is in each language, and which of it is the company's own. */
interface TranslatedText {
  readonly id: string;
  readonly text: string;
  readonly said: Readonly<Record<Translation, string>>;
  readonly shipped: Readonly<Record<Translation, string>>;
}

/** Every text of an entity beside its translations, which are written in place and published with the draft. */
export const TranslationsView = memo(function TranslationsView({ design }: ViewProps) {
  const text = useTranslationText();
  const [words, setWords] = useState('');
  const [onlyMissing, setOnlyMissing] = useState(false);
  const { data, error, retry } = useLoaded(`texts ${design.entity.entity} ${design.base.version}`, () =>
    fetchTexts(design.entity.entity),
  );
  if (error !== undefined) return <ErrorState message={error} onRetry={retry} />;
  if (data === undefined) return <LoadingDelay loading rows={10} />;
  const all = textsOf(design, data);
  const isMissing = ({ said }: TranslatedText) => TRANSLATIONS.some((language) => said[language] === '');
  const wanted = words.trim().toLowerCase();
  const shown = all.filter(
    (each) =>
      (!onlyMissing || isMissing(each)) &&
      (wanted === '' || [each.text, ...Object.values(each.said)].some((said) => said.toLowerCase().includes(wanted))),
  );
  return (
    <div className="anlan-dt">
      <div className="anlan-dt-bar">
        <Input.Search
          allowClear
          aria-label={text('search')}
          placeholder={text('search')}
          onChange={(event) => setWords(event.target.value)}
        />
        <Checkbox checked={onlyMissing} onChange={(event) => setOnlyMissing(event.target.checked)}>
          {text('missing')}
        </Checkbox>
        <span role="status">{text('count', { count: all.length, missing: all.filter(isMissing).length })}</span>
      </div>
      <p className="anlan-ds-quiet">{text('hint')}</p>
      <Table<TranslatedText>
        size="small"
        className="anlan-dt-table"
        rowKey="id"
        dataSource={shown}
        locale={{ emptyText: text('none') }}
        pagination={{ pageSize: PAGE, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { title: text('original'), dataIndex: 'text', width: '28%' },
          ...TRANSLATIONS.map((language) => ({
            title: text(`language.${language}`),
            key: language,
            render: (_: unknown, each: TranslatedText) => <Said design={design} of={each} language={language} />,
          })),
        ]}
      />
    </div>
  );
});

/** A translation that is written in place; what is left as it was changes nothing. */
function Said({ design, of, language }: { design: Designed; of: TranslatedText; language: Translation }) {
  const text = useTranslationText();
  const { id, said, shipped } = of;
  const say = (value: string) => {
    const next = value.trim() === shipped[language] ? '' : value.trim();
    const before = said[language] === shipped[language] ? '' : said[language];
    if (next !== before) design.actOn(textsSubject(language), [textEdit(id, before || undefined, next)]);
  };
  const name = text('of', { text: of.text, language: text(`language.${language}`) });
  const isOwn = said[language] !== shipped[language];
  return (
    <div className="anlan-dt-said">
      <Input.TextArea
        key={said[language]}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={2_000}
        aria-label={name}
        placeholder={text(`language.${language}`)}
        status={said[language] === '' ? 'warning' : ''}
        defaultValue={said[language]}
        onBlur={(event) => say(event.target.value)}
      />
      {isOwn && shipped[language] !== '' ? (
        <ToolButton label={text('back')} icon={<UndoOutlined />} onClick={() => say(shipped[language])} />
      ) : null}
    </div>
  );
}

function textsOf(design: Designed, { shipped, own }: DesignTexts): readonly TranslatedText[] {
  const ours = new Map(TRANSLATIONS.map((language) => [language, oursIn(design, own[language], language)]));
  const original = new Map(entityTexts(design.base.entity).map(({ id, text }) => [id, text]));
  const found = new Map<string, TranslatedText>();
  for (const { id, text } of entityTexts(design.entity)) {
    // What the company words otherwise has no shipped translation any more.
    const before = byLanguage((language) => (original.get(id) === text ? (shipped[language][id] ?? '') : ''));
    const said = byLanguage((language) => ours.get(language)?.[id] ?? before[language]);
    if (!found.has(id)) found.set(id, { id, text, shipped: before, said });
  }
  return [...found.values()];
}

/** The company's own translations: those that serve, with what the draft says instead. */
function oursIn(design: Designed, serving: Messages, language: Translation): Messages {
  const served = Object.entries(serving).map(([id, text]) => textEdit(id, undefined, text));
  return ownTexts([...served, ...design.editsOn(textsSubject(language))]);
}

const byLanguage = (of: (language: Translation) => string): Readonly<Record<Translation, string>> => ({
  'zh-TW': of('zh-TW'),
  'en-US': of('en-US'),
  'pt-BR': of('pt-BR'),
});
