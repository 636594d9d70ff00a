import type { Entity } from '../../dialect/entity.generated.ts';
import { reportUnknown } from '../../model/compile-expression.ts';
import type { ModelExpression } from '../../model/entity-model.ts';
import { entityNames, nameScope } from '../../model/entity-scope.ts';
import { actedUpon } from '../effect-target.ts';
import type { EffectVerb, PlacedEffect } from '../effect-verb.ts';

/** A message to a connector: to whom, what, and what its answer sets off. */
export interface CallStep {
  readonly connector: string;
  /** What is sent, by name: over each of the records of `each`, else over the record. */
  readonly send: Readonly<Record<string, ModelExpression>>;
  /** Transitions of the record that follow once all its messages have arrived, or one of them has been given up. */
  readonly answer: {
    readonly done?: string;
    readonly failed?: string;
    readonly again?: string;
    /** Field that keeps why, when one of the last two is fired. */
    readonly why?: string;
  };
}

/** Sends a message to a connector, or one for each record that a condition takes. */
export const verb: EffectVerb<CallStep> = {
  keyword: 'call',
  schema: {
    call: {
      description:
        'Connector to which a message is sent once this has been saved: an item of the dictionary `connector`. Where it leads, and its secret, each company says in its records of connectors.',
      'x-names': 'connector',
      'x-called': '连接',
      type: 'string',
      minLength: 1,
    },
    send: {
      description:
        'What the message says, by name: bare names are those of the record of `each`, where `parent.x` is this record, else of this record. What is masked, hidden from somebody or sealed is not sent.',
      type: 'object',
      minProperties: 1,
      propertyNames: { $ref: '#/$defs/ownName' },
      additionalProperties: { $ref: '#/$defs/expression', description: 'Value.', 'x-over': 'target' },
    },
    answer: {
      description:
        'Transitions of this record that the platform fires once it is known what has become of the messages. Default: nothing follows.',
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      properties: {
        done: { $ref: '#/$defs/transitionKey', description: 'Once all messages of the effect have been accepted.' },
        failed: {
          $ref: '#/$defs/transitionKey',
          description: 'Once one of them has been given up, some 15 hours after the first attempt.',
        },
        again: {
          $ref: '#/$defs/transitionKey',
          description: 'Each time that one of them was not accepted and is going to be sent again.',
        },
        why: {
          $ref: '#/$defs/fieldKey',
          description:
            'Text of this record that keeps in words why a message was not accepted, when `again` or `failed` is fired; their `fields` have to name it.',
        },
      },
    },
  },
  shares: ['each'],
  leaves: true,
  answers: ({ answer: { done, failed, again } = {} }) => [done, failed, again].filter((key) => key !== undefined),
  build(effect) {
    const { source, path } = effect;
    const acted = actedUpon(effect);
    if (acted === undefined) return undefined;
    if (source.send === undefined) {
      effect.compiler.sink.error([...path, 'send'], 'call 要说明发送什么', '写上 send，如 "send": { "text": "title" }');
      return undefined;
    }
    const send = buildSend(effect, acted.entity, source.send);
    checkAnswer(effect, source.answer);
    const step = { connector: source.call ?? '', send, answer: { ...source.answer } };
    return { ...acted, reads: source.each === undefined ? Object.values(send) : [], step };
  },
};

function buildSend(
  { world, built, compiler, scope, source, path }: PlacedEffect,
  entity: Entity,
  send: Readonly<Record<string, string>>,
): Readonly<Record<string, ModelExpression>> {
  const names = built.scopes.names;
  const over =
    source.each === undefined ? scope : nameScope(world, entityNames(world, entity), { parent: names, outer: names });
  return Object.fromEntries(
    Object.entries(send).flatMap(([key, text]) => {
      const expression = compiler.compile(text, [...path, 'send', key], over);
      return expression === undefined ? [] : [[key, expression]];
    }),
  );
}

/** An answer fires what asks nothing, as nobody is there to be asked. */
function checkAnswer(placed: PlacedEffect, { why, ...fires }: CallStep['answer'] = {}): void {
  const { entity, compiler, path } = placed;
  const { sink } = compiler;
  if (why !== undefined) checkWhy(placed, why, fires);
  for (const [when, key] of Object.entries(fires)) {
    const place = [...path, 'answer', when];
    const transitions = entity.transitions ?? {};
    const fired = Object.hasOwn(transitions, key) ? transitions[key] : undefined;
    if (fired === undefined) {
      reportUnknown(sink, place, `“${entity.title}”的流转`, key, Object.keys(transitions));
      continue;
    }
    const asked = Object.entries(fired.fields ?? {}).find(([, { required }]) => required === true)?.[0];
    if (asked !== undefined) {
      const title = entity.record.properties[asked]?.title ?? asked;
      sink.error(place, `流转“${fired.title}”要填“${title}”，应答到来时没有人填`, '改为不要求填写的流转');
    }
  }
}

/** Why a message was not accepted is kept as a text that the fired transitions write. */
function checkWhy(
  { entity, built, compiler: { sink }, path }: PlacedEffect,
  why: string,
  { failed, again }: Omit<CallStep['answer'], 'why'>,
): void {
  const place = [...path, 'answer', 'why'];
  const field = built.field.get(why);
  if (field === undefined) {
    reportUnknown(sink, place, `“${entity.title}”的字段`, why, [...built.field.keys()]);
    return;
  }
  if (field.type.type !== 'input' && field.type.type !== 'textarea')
    sink.error(place, `“${field.title}”不是文字，记不下没有送达的原因`, '改为 input 或 textarea 字段');
  for (const key of [failed, again]) {
    const fired = key === undefined ? undefined : entity.transitions?.[key];
    if (fired !== undefined && !Object.hasOwn(fired.fields ?? {}, why))
      sink.error(place, `流转“${fired.title}”不写“${field.title}”`, `在它的 fields 里加上 "${why}": {}`);
  }
}
