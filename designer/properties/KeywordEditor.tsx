import { AutoComplete, Button, Input, InputNumber, Select, Space, Switch, Tooltip } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useSession } from '../../src/api/session.ts';
import { editorOf } from '../../src/core/dialect/editors.ts';
import type { Entity } from '../../src/core/dialect/entity.generated.ts';
import { formOf, type Place } from '../../src/core/dialect/walk/place.ts';
import { isDraft } from '../../src/core/overlay/draft.ts';
import type { OverlayAddress, OverlayEdit } from '../../src/core/overlay/overlay.ts';
import { isOwnPart } from '../../src/core/overlay/rights-edits.ts';
import { sameJson } from '../../src/core/validation/same-value.ts';
import { lazyPiece } from '../../src/ui/lazy-piece.tsx';
import { KeywordAsk } from '../help/KeywordAsk.tsx';
import { useWord } from '../names/words.ts';
import { useDesignerText } from '../texts/texts.ts';
import { shortText, useKeywordName } from './captioned.ts';
import { EntryList } from './EntryList.tsx';
import { useNamesOf } from './names.ts';

const ExpressionEditor = lazyPiece(async () => (await import('../expression/ExpressionEditor.tsx')).ExpressionEditor);

/** A keyword of a thing, with what it says here and as shipped. */
interface EditedKeyword {
  readonly at: OverlayAddress;
  /** Path of keywords from the thing. */
  readonly path: readonly string[];
  readonly place: Place;
  readonly value: unknown;
  readonly shipped: unknown;
  readonly entity: Entity;
  readonly disabled: boolean;
  onSet(path: readonly string[], value: unknown): void;
  onOpen(at: OverlayAddress): void;
  onAct(edits: Parameters<Parameters<typeof EntryList>[0]['onAct']>[0]): void;
}

/** One keyword with its name, its editor, and the way back to what is shipped. */
export function KeywordEditor(keyword: EditedKeyword) {
  const text = useDesignerText();
  const nameOf = useKeywordName();
  const { at, path, place, value, shipped, onSet } = keyword;
  const id = useId();
  const name = nameOf(path.at(-1) ?? keyword.at.at(-1) ?? '');
  const isChanged = !sameJson(value ?? null, shipped ?? null);
  const kind = editorOf(formOf(place, value))?.kind;
  const isGroup = kind === 'form' || kind === 'map' || kind === 'list';
  const designs = useSession((state) => state.userInfo?.designs ?? 'all');
  // Where powers are divided it may be another administrator's.
  const disabled = keyword.disabled || (!isGroup && !isOwnPart(designs, [settingOf(at, path)]));
  return (
    <div className="anlan-ds-keyword" data-keyword={path.join('.')} data-changed={isChanged}>
      <div className="anlan-ds-name">
        <Tooltip title={<code>{path.join('.')}</code>} placement="left">
          {isGroup ? <span>{name}</span> : <label htmlFor={id}>{name}</label>}
        </Tooltip>
        {path.length === 0 ? null : <KeywordAsk name={name} keyword={path.at(-1) ?? ''} place={place} />}
        {isChanged && !disabled && !isGroup ? (
          <Tooltip title={text('property.shipped', { value: shortText(shipped) || text('property.empty') })}>
            <Button type="link" size="small" onClick={() => onSet(path, shipped ?? null)}>
              {text('property.restore')}
            </Button>
          </Tooltip>
        ) : null}
      </div>
      <Editor {...keyword} disabled={disabled} id={id} name={name} />
    </div>
  );
}

const settingOf = (at: OverlayAddress, path: readonly string[]): OverlayEdit =>
  path.length === 0 ? { edit: 'hide', at } : { edit: 'set', at, property: path.join('.'), base: null, value: null };

/** A keyword with what its editor is called. */
interface NamedKeyword extends EditedKeyword {
  readonly id: string;
  readonly name: string;
}

function Editor(keyword: NamedKeyword) {
  const namesOf = useNamesOf();
  const word = useWord();
  const { id, place, value, disabled, path, at, entity, onSet, onOpen, onAct } = keyword;
  const form = formOf(place, value);
  const editor = editorOf(form);
  const set = (next: unknown) => onSet(path, next);
  if (form === place && place.branches.length > 0) return <Alternatives {...keyword} />;
  switch (editor?.kind) {
    case 'switch':
      return (
        <Switch id={id} size="small" disabled={disabled} checked={value === true} onChange={(on) => set(on || null)} />
      );
    case 'number':
      return (
        <InputNumber
          id={id}
          size="small"
          disabled={disabled}
          value={typeof value === 'number' ? value : null}
          min={editor.minimum ?? Number.MIN_SAFE_INTEGER}
          max={editor.maximum ?? Number.MAX_SAFE_INTEGER}
          precision={editor.integer ? 0 : 6}
          changeOnBlur
          onChange={(next) => set(next)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          size="small"
          allowClear
          disabled={disabled}
          value={value as string | undefined}
          options={editor.values.map((each) => ({ value: each as string, label: word(String(each)) }))}
          onChange={(next) => set(next ?? null)}
        />
      );
    case 'name':
      return <NameEditor {...keyword} names={namesOf(entity, editor.of, place)} closed={editor.of === 'fieldType'} />;
    case 'caption':
    case 'text':
    case 'icon':
    case 'note':
      return <TextEditor {...keyword} lines={editor.kind === 'note'} />;
    case 'condition':
    case 'expression':
      return <ExpressionEditor {...keyword} />;
    case 'form':
      return (
        <div className="anlan-ds-group">
          {editor.keywords
            .filter(({ place: below }) => below.marks.shipped !== true && below.marks.authored !== true)
            .map(({ name, place: below }) => (
              <KeywordEditor
                key={name}
                {...keyword}
                path={[...path, name]}
                place={below}
                value={isDraft(value) ? value[name] : undefined}
                shipped={isDraft(keyword.shipped) ? keyword.shipped[name] : undefined}
              />
            ))}
        </div>
      );
    case 'map':
    case 'list':
      return (
        <EntryList
          at={[...at, ...path]}
          place={form}
          entity={entity}
          disabled={disabled}
          onOpen={onOpen}
          onAct={onAct}
        />
      );
    default:
      return <JsonEditor {...keyword} />;
  }
}

/** Text that is set when it is left, or by Enter. */
function TextEditor({ id, value, disabled, path, onSet, lines }: EditedKeyword & { id: string; lines: boolean }) {
  const stored = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  const settle = () => typed !== stored && onSet(path, typed === '' ? null : typed);
  const shared = {
    id,
    disabled,
    value: typed,
    onChange: (event: { target: { value: string } }) => setTyped(event.target.value),
    onBlur: settle,
  };
  return lines ? (
    <Input.TextArea {...shared} size="small" autoSize={{ minRows: 1, maxRows: 8 }} spellCheck={false} />
  ) : (
    <Input {...shared} size="small" onPressEnter={settle} />
  );
}

/** The name of something that stands elsewhere; what is known is offered, anything can be written. */
function NameEditor({
  id,
  value,
  disabled,
  path,
  onSet,
  names,
  closed,
}: EditedKeyword & {
  id: string;
  names: readonly { readonly value: string; readonly label: string }[];
  /** Whether there are no others. */
  closed: boolean;
}) {
  const stored = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  const settle = (next: string) => next !== stored && onSet(path, next === '' ? null : next);
  if (closed) {
    return (
      <Select
        id={id}
        size="small"
        disabled={disabled}
        value={stored}
        options={[...names]}
        showSearch={{ filterOption: (input, option) => `${option?.value}${option?.label}`.includes(input) }}
        onChange={settle}
      />
    );
  }
  return (
    <AutoComplete
      id={id}
      size="small"
      disabled={disabled}
      value={typed}
      options={[...names]}
      showSearch={{ filterOption: (input, option) => `${option?.value}${option?.label}`.includes(input) }}
      onChange={(next) => setTyped(next ?? '')}
      onSelect={(next: string) => settle(next)}
      onBlur={() => settle(typed)}
    />
  );
}

/** A value that may have several forms and has none yet, or one that says nothing of itself. */
function Alternatives(keyword: NamedKeyword) {
  const text = useDesignerText();
  const { place, disabled } = keyword;
  const [chosen, setChosen] = useState(0);
  const form = place.branches[chosen] ?? place;
  return (
    <Space orientation="vertical" size={4} className="anlan-ds-forms">
      <Select
        size="small"
        aria-label={text('form.choice')}
        disabled={disabled}
        value={chosen}
        onChange={setChosen}
        options={place.branches.map((branch, value) => ({ value, label: formName(branch, text) }))}
      />
      <Editor {...keyword} place={form} />
    </Space>
  );
}

function formName(place: Place, text: ReturnType<typeof useDesignerText>): string {
  const kind = editorOf(place)?.kind;
  const names: Readonly<Record<string, string>> = {
    switch: text('form.switch'),
    number: text('form.number'),
    list: text('form.list'),
    form: text('form.form'),
    condition: text('form.condition'),
    expression: text('form.condition'),
  };
  return names[kind ?? ''] ?? text('form.text');
}

/** A value of which the dialect says no more: JSON. */
function JsonEditor({ id, value, disabled, path, onSet }: EditedKeyword & { readonly id: string }) {
  const text = useDesignerText();
  const stored = value === undefined ? '' : JSON.stringify(value);
  const [typed, setTyped] = useState(stored);
  const [wrong, setWrong] = useState(false);
  useEffect(() => setTyped(stored), [stored]);
  const settle = () => {
    if (typed === stored) return;
    try {
      onSet(path, typed === '' ? null : JSON.parse(typed));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <Input
        id={id}
        size="small"
        disabled={disabled}
        value={typed}
        status={wrong ? 'error' : ''}
        placeholder={text('value.json')}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onPressEnter={settle}
      />
      {wrong ? (
        <span role="alert" className="anlan-ds-wrong">
          {text('value.wrong')}
        </span>
      ) : null}
    </>
  );
}
