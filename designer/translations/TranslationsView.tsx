import { UndoOutlined } from '@ant-design/icons';
import { Checkbox, Input, Table } from 'antd';
import { memo, useState } from 'react';
import { textEdit, textsSubject } from '../../src/core/overlay/own-texts.ts';
import { TRANSLATIONS, type Translation } from '../../src/core/text/language.ts';
import { useLoaded } from '../../src/field-types/use-loaded.ts';
import { ErrorState } from '../../src/ui/ErrorState.tsx';
import { LoadingDelay } from '../../src/ui/LoadingDelay.tsx';
import { ToolButton } from '../../src/ui/ToolButton.tsx';
import { fetchTexts } from '../session/design-calls.ts';
import type { Designed } from '../session/useDesign.ts';
import type { ViewProps } from '../view-props.ts';
import { useTranslationText } from './texts.ts';
import { type TranslatedText, textsOf } from './translated-texts.ts';
import './translations.css';

/** Texts of an entity on a page of the table. */
const PAGE = 50;

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
    <div className="anlan-dt-said" data-language={text(`language.${language}`)}>
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
