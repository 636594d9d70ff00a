import type { Page } from '../core/dialect/entity.generated.ts';

/** A page as a file says it, but for its title. */
type WrittenPage = Omit<Page, 'title'>;

/**
 * Pages of a kind over the entity `sample` of `conformance.test.ts`. What is valid is built without a fault, and drawn and
 * asked for by the tests that go over all kinds; what is not is refused at its place in these words.
 */
export interface PageKindFixtures {
  readonly valid: readonly WrittenPage[];
  readonly invalid: readonly {
    readonly page: WrittenPage;
    /** Place within the page. */
    readonly at: readonly (string | number)[];
    /** Part of what is said. */
    readonly says: string;
  }[];
}
