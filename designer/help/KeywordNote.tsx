import { Button } from 'antd';
import { useMemo } from 'react';
import type { Place } from '../../src/core/dialect/walk/place.ts';
import { shippedUse } from './keyword-use.ts';
import { useHelpText } from './texts.ts';

/** Tries of an example that are shown. */
const MOST_TRIES = 2;

/** What a keyword means, by the dialect's reference, with an example that is run as it is shipped. */
export function KeywordNote({ keyword, place }: { keyword: string; place: Place }) {
  const text = useHelpText();
  const use = useMemo(() => shippedUse(keyword, place), [keyword, place]);
  const { enum: values } = place.node;
  return (
    <div className="anlan-dh-note">
      <p>
        <code>{keyword}</code> <span lang="en">{place.description}</span>
      </p>
      {Array.isArray(values) ? <p>{text('values', { values: values.map(String).join('、') })}</p> : null}
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

function resultOf(expect: object | undefined, errors: Readonly<Record<string, string>> | undefined) {
  if (errors !== undefined) return Object.values(errors).join('；');
  return expect === undefined ? undefined : <code>{JSON.stringify(expect)}</code>;
}
