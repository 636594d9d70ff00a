import { expect, it } from 'vitest';
import { shippedModels } from '../fixtures/shipped-models.ts';

/** Roles of those who head departments and workshops. */
const HEADS = ['deptManager', 'workshopDirector'];

it('whoever approves as the head of a department or workshop has a page of what he decides about', async () => {
  const { models } = await shippedModels();
  const blind = models.flatMap(({ key, pages, transitions }) => {
    const levels = Object.values(transitions).flatMap(({ approval }) => approval?.levels ?? []);
    const asksHeads = levels.some(({ who }) =>
      who.some((actor) => typeof actor === 'object' && ('head' in actor || 'superior' in actor)),
    );
    if (!asksHeads) return [];
    const open = Object.values(pages);
    return HEADS.filter((role) => !open.some(({ grants }) => grants[role]?.includes('view'))).map((role) => [
      key,
      role,
    ]);
  });
  expect(blind).toEqual([]);
});
