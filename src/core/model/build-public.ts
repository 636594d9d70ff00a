import type { Entity, Transition } from '../dialect/entity.generated.ts';
import type { BuiltFields } from './built-fields.ts';
import type { ExpressionCompiler } from './compile-expression.ts';
import type { FieldModel, ModelExpression, PublicModel } from './entity-model.ts';

/** Field types that somebody without login may enter: none of them shows people or records of the company. */
const ENTERED: readonly string[] = ['input', 'textarea', 'number', 'select', 'radio', 'date', 'time'];

/** Name of the page action that makes, shows and revokes links. */
export const PUBLIC_LINK = 'publicLink';

/** What people without login may send; what cannot be sent is reported and left out. */
export function buildPublic(entity: Entity, built: BuiltFields, compiler: ExpressionCompiler): PublicModel | undefined {
  const { public: source } = entity;
  checkLinkAction(entity, compiler);
  if (source === undefined) return undefined;
  const { sink } = compiler;
  const fields: FieldModel[] = [];
  let pictures: string | undefined;
  for (const [index, key] of source.add.entries()) {
    const field = built.field.get(key);
    const at = ['public', 'add', index];
    if (field === undefined) continue;
    if (field.type.type === 'upload' && pictures === undefined) pictures = key;
    else if (isEntered(field)) fields.push(field);
    else {
      const fix = `改为 ${ENTERED.join('、')} 字段，或至多一个 upload 字段`;
      sink.error(at, `“${field.title}”不能由未登录的人填写`, fix);
    }
  }
  const { transitions = {} } = entity;
  checkSystem(transitions, source.fire, compiler);
  if (Object.hasOwn(transitions, source.accept) && transitions[source.accept]?.approve !== undefined) {
    sink.error(['public', 'accept'], '受理不能是审批', '改为一步完成的流转');
  }
  return {
    when: settingsOnly(source.when, built, compiler),
    title: source.title,
    fields,
    pictures,
    perHour: source.perHour,
    fire: source.fire,
    accept: source.accept,
  };
}

function isEntered({ type, base, computed, property, multiple }: FieldModel): boolean {
  const open = !base && !computed && !multiple && property.mask === undefined && property.writeOnly !== true;
  return open && ENTERED.includes(type.type) && property.disabledWhen === undefined;
}

function checkSystem(
  transitions: Readonly<Record<string, Transition>>,
  fire: string | undefined,
  { sink }: ExpressionCompiler,
): void {
  const fired = fire !== undefined && Object.hasOwn(transitions, fire) ? transitions[fire] : undefined;
  if (fired === undefined || fired.who?.includes('system') === true) return;
  sink.error(['public', 'fire'], `系统不能做“${fired.title}”`, '在它的 who 里写上 system');
}

/** A condition over settings alone: nobody is asking, and there is no record yet. */
function settingsOnly(
  source: string | undefined,
  built: BuiltFields,
  compiler: ExpressionCompiler,
): ModelExpression | undefined {
  const when = compiler.compile(source, ['public', 'when'], built.scopes.value, 'boolean');
  if (when === undefined || (when.references.length === 0 && !when.serverOnly)) return when;
  compiler.sink.error(['public', 'when'], '是否开放只能由企业参数决定', '只写 setting(…)');
  return undefined;
}

/** The button of links stands only where there is something to send. */
function checkLinkAction({ public: source, pages = {} }: Entity, { sink }: ExpressionCompiler): void {
  let stands = false;
  for (const [code, { actions = [] }] of Object.entries(pages)) {
    const index = actions.indexOf(PUBLIC_LINK);
    if (index < 0) continue;
    stands = true;
    if (source !== undefined) continue;
    sink.error(['pages', code, 'actions', index], '没有 public，不能发放上报链接', '写上 public，或删去这个按钮');
  }
  if (source !== undefined && !stands) {
    sink.error(['public'], '没有页面能发放上报链接', `在一个页面的 actions 里加上 ${PUBLIC_LINK}`);
  }
}
