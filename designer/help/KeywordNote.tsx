import { Button, Spin } from 'antd';
import { createElement, Fragment, useMemo } from 'react';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { useWord } from '../names/words.ts';
import { isExplained, useKeywordHelp } from './keyword-texts.ts';
import { shippedUse } from './keyword-use.ts';
import { useHelpText } from './texts.ts';
import { useHelpLoaded } from './useHelpLoaded.ts';

/** Tries of an example that are shown. */
const MOST_TRIES = 2;

/** What a keyword means, by the reference of the dialect in the language of the moment, with a shipped example that is run. */
export function KeywordNote({ keyword, place }: { keyword: string; place: Place }) {
  const text = useHelpText();
  const help = useKeywordHelp();
  const word = useWord();
  const isLoaded = useHelpLoaded();
  const use = useMemo(() => shippedUse(keyword, place), [keyword, place]);
  const { enum: values } = place.node;
  const { description } = place;
  if (!isLoaded) return <Spin />;
  return (
    <div className="anlan-dh-note">
      <p>
        <code>{keyword}</code> <Coded text={isExplained(description) ? help(description) : description} />
      </p>
      {Array.isArray(values) ? (
        <ul>
          {values.map(String).map((value) => (
            <li key={value}>
              {word(value)} <code>{value}</code>
            </li>
          ))}
        </ul>
      ) : null}
      {use === undefined ? (
        <p className="anlan-ds-quiet">{text('example.none')}</p>
      ) : (
        <>
          <strong>{text('example.of', { title: use.title })}</strong>
          <p>{use.description}</p>
          <pre>{use.written}</pre>
          <ul>
            {use.tries.slice(0, MOST_TRIES).map(({ title, record, expect, errors }) => (
              <li key={title}>
                {title}：<code>{JSON.stringify(record)}</code> → {resultOf(expect, errors) ?? text('example.clean')}
              </li>
            ))}
          </ul>
          <Button type="link" size="small" href={`/playground#example=${use.name}`} target="_blank">
            {text('example.open')}
          </Button>
        </>
      )}
    </div>
  );
}

/** A sentence in which what stands between backticks is written as the file has it. */
function Coded({ text }: { text: string }) {
  // Every second part stood between two of them.
  const parts = text.split('`').map((part, index) => (index % 2 === 0 ? part : createElement('code', undefined, part)));
  return createElement(Fragment, undefined, ...parts);
}

function resultOf(expect: object | undefined, errors: Readonly<Record<string, string>> | undefined) {
  if (errors !== undefined) return Object.values(errors).join('；');
  return expect === undefined ? undefined : <code>{JSON.stringify(expect)}</code>;
}
