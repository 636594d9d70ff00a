import { expect, it } from 'vitest';
import { shippedModels } from '../fixtures/shipped-models.ts';

const { models } = await shippedModels();

/**
 * What only an entry that the form does not offer can bring about, or what the step's own field says. Everything else that
 * stops a work or a danger is read far from it, in a notice or a list, and says of which one it speaks.
 */
const OF_THE_FORM: Readonly<Record<string, readonly string[]>> = {
  workTicket: [
    ...['计划开始时间不能早于现在', '没有不合格的分析结果', '没有开始的作业票不需要验收', '新负责人不能是原负责人'],
    '接替人已经是本票的监护人',
  ],
  peril: ['只有整改类型为即查即改的一般隐患可以直接提交整改', '请选择验收人', '验收人不能是登记人自己'],
  // Rows are signed many at a time, and people admitted from a list: each refusal says of which row it speaks.
  ticketMeasure: [],
  ticketPerson: [],
  controlMeasure: [],
  contractorPerson: ['再培训日期不能早于暂停日期', '再培训日期不能晚于今天', '再培训须在上次发证之后'],
};

it.each(Object.keys(OF_THE_FORM))('what refuses a step of %s names it and its place, or the person', (key) => {
  const model = models.find((one) => one.key === key);
  // What the platform does by itself is refused to nobody.
  const steps = Object.values(model?.transitions ?? {}).filter(
    ({ auto, who }) => !auto && who.some((actor) => actor !== 'system'),
  );
  const guards = steps.flatMap(({ guards: own }) => own);
  expect(guards.length).toBeGreaterThan(0);
  const bare = guards.flatMap(({ message, messageFrom }) => (messageFrom === undefined ? [message] : []));
  expect([...new Set(bare)].sort()).toEqual([...(OF_THE_FORM[key] ?? [])].sort());
});
