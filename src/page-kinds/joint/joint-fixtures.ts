import type { JointPage } from '../../core/joint/joint-page.generated.ts';

/** A joint page as a file says it, but for what all have. */
type WrittenJointPage = Omit<JointPage, 'dialect' | 'page' | 'title' | 'area'>;

/**
 * Joint pages of a kind over the entities of `tests/fixtures/page-kinds/joint-sample.ts`. What is valid is built without a
 * fault; what is not is refused at its place in these words.
 */
export interface JointFixtures {
  readonly valid: readonly WrittenJointPage[];
  readonly invalid: readonly {
    readonly page: WrittenJointPage;
    readonly at: readonly (string | number)[];
    /** Part of what is said. */
    readonly says: string;
  }[];
}
