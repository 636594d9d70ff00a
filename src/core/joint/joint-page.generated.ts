/* Generated from schemas/meta/page.schema.json by `npm run metadata -- types`. Do not edit. */

/**
 * A page of no single entity: it shows records of other pages, each under the rights of its own page.
 */
export interface JointPage {
  /**
   * Path of this file, for editors.
   */
  $schema?: string;
  /**
   * Version of the dialect.
   */
  dialect: 1;
  /**
   * Page code, permanent, and the name of the file.
   */
  page: string;
  /**
   * Name in Chinese.
   */
  title: string;
  /**
   * One sentence below the title. Default none.
   */
  purpose?: string;
  /**
   * Area in whose part of the menu it stands where the menu does not place it.
   */
  area: string;
  /**
   * Icon of the menu. Default `file-text`.
   */
  icon?: string;
  /**
   * Whether it stays out of the menu. Default false.
   */
  hidden?: boolean;
  /**
   * Roles, and groups of roles (`@STAFF`), that may see it besides seeing a page of which it shows something. Default whoever sees one of these. A role's own record overrides it.
   *
   * @minItems 1
   */
  roles?: string[];
  /**
   * Kind of page, whose keyword is called the same. `dashboard` shows figures, charts, short lists and tasks as tiles; `file` shows a list, and of each of its records a file: the record with lists of what refers to it; `map` shows places of the records of several pages on the plant’s plan; `union` shows the records of several pages in one list, each under the rights of its page.
   */
  view: 'dashboard' | 'file' | 'map' | 'union';
  /**
   * Of pages of the kind `dashboard`. Its tiles; a person sees those whose pages he sees.
   */
  dashboard?: {
    /**
     * Tiles by key, in order. Each shows one of `tasks`, `figure`, `value`, `list`, `chart`, `map` and `joint`.
     */
    tiles: {
      [k: string]: {
        /**
         * Name in Chinese. Default that of the measure, block or page.
         */
        title?: string;
        /**
         * Twelfths of the width. Default 6 for charts, lists and maps, else 3.
         */
        width?: number;
        /**
         * Seconds for which a value is taken again before it is counted anew. Default 60.
         */
        refresh?: number;
        /**
         * Shows how many tasks wait for the person.
         */
        tasks?: true;
        /**
         * A measure over the rows of a page, `dangerList.open`; it stands in one of the blocks of its statistics, and a press on it opens just the rows that it counts.
         */
        figure?: string;
        /**
         * A number over figures: `figure('dangerList.closed') / figure('dangerList.total') * 100`.
         */
        value?: string;
        /**
         * Measures that stand small below a `figure` or `value`, each with a press of its own; those whose `attention` is `wrong` stand out. Default what a ratio is made of.
         *
         * @minItems 1
         * @maxItems 4
         */
        beside?: string[];
        /**
         * What a `figure` or `value` should reach, one of the two, as a number or a setting: `setting('indicator.rectifyRate')`. The tile says by a word whether it does. Default the target of the measure.
         */
        target?: {
          /**
           * It should not be below.
           */
          atLeast?: string;
          /**
           * It should not be above.
           */
          atMost?: string;
        };
        /**
         * Unit of a `value`. Default none.
         */
        unit?: string;
        /**
         * Decimals of a `value`. Default 0.
         */
        scale?: number;
        /**
         * The first rows of a page, by its code.
         */
        list?: string;
        /**
         * Fields of a `list`, which its page shows. Default its first three.
         *
         * @minItems 1
         * @maxItems 5
         */
        columns?: string[];
        /**
         * Rows of a `list`. Default 5.
         */
        most?: number;
        /**
         * Another page of no single entity, by its code: the first `most` rows of a union with how many of each kind there are, or a map.
         */
        joint?: string;
        /**
         * How a union is shown: its first rows, the month of its dates, or its first `most` rows one at a time, each for 20 seconds. Default `rows`.
         */
        as?: 'rows' | 'month' | 'banner';
        /**
         * A block of statistics over the rows of a page, `dangerList.byLevel`.
         */
        chart?: string;
        /**
         * Places of the records of pages on the plant’s plan, as numbers: areas in the colours of a choice, without their names, and of points how many lie where.
         */
        map?: {
          [k: string]: {
            /**
             * Code of a page of an entity.
             */
            page: string;
            /**
             * Field with the place: a point, which has an index (`"index": true`), or an area. Of more than 2,000 points in sight numbers are shown, of more than 500 areas the first.
             */
            at: string;
            /**
             * Condition over the page's records. Default none.
             */
            where?: string;
            /**
             * Field of the list with choices whose colours the places have. Default one colour.
             */
            color?: string;
            /**
             * Name in Chinese. Default that of the page.
             */
            title?: string;
          };
        };
      };
    };
    /**
     * Whether numbers stand as tiles, or as the lines of one table with target and state, before all else. Default `tiles`.
     */
    layout?: 'tiles' | 'table';
    /**
     * Tiles that are shown without login, counted over the whole company: figures, values, charts and maps, none of them by person. Default none.
     *
     * @minItems 1
     */
    public?: string[];
  };
  /**
   * Of pages of the kind `file`. Whose files they are, and what is in them.
   */
  file?: {
    /**
     * Code of the page whose records have a file; its list comes first.
     */
    of: string;
    /**
     * Prints the file `whole`, up to 1,000 rows of each list, or not at all, `none`. Default `whole`.
     */
    print?: 'whole' | 'none';
    /**
     * Lists of the file by key, in order; a person sees those whose pages he sees.
     */
    tabs: {
      [k: string]: {
        /**
         * Code of a page of an entity.
         */
        page: string;
        /**
         * Stored field by which the records of the page refer to the one whose lists these are.
         */
        by: string;
        /**
         * Name in Chinese. Default that of the page.
         */
        title?: string;
      };
    };
  };
  /**
   * Of pages of the kind `map`. Its layers, from the ground up.
   */
  map?: {
    /**
     * Layers by key; a person sees those whose pages he sees.
     */
    layers: {
      [k: string]: {
        /**
         * Code of a page of an entity.
         */
        page: string;
        /**
         * Field with the place: a point, which has an index (`"index": true`), or an area. Of more than 2,000 points in sight numbers are shown, of more than 500 areas the first.
         */
        at: string;
        /**
         * Condition over the page's records. Default none.
         */
        where?: string;
        /**
         * Field of the list with choices whose colours the places have. Default one colour.
         */
        color?: string;
        /**
         * Name in Chinese. Default that of the page.
         */
        title?: string;
        /**
         * Lists that a press on a place opens besides its own page, by key; each page filters by its `by`.
         */
        opens?: {
          [k: string]: {
            /**
             * Code of a page of an entity.
             */
            page: string;
            /**
             * Stored field by which the records of the page refer to the one whose lists these are.
             */
            by: string;
            /**
             * Name in Chinese. Default that of the page.
             */
            title?: string;
          };
        };
      };
    };
  };
  /**
   * Of pages of the kind `union`. Which records stand in the one list.
   */
  union?: {
    /**
     * Columns by key, in order; what each means in a page is said with the page.
     */
    columns: {
      [k: string]: {
        /**
         * Name in Chinese.
         */
        title: string;
        /**
         * Of a date or moment: `due` colours what is past, and what is within `within` days. Default none.
         */
        tone?: 'due';
        /**
         * Days. Default 30.
         */
        within?: number;
      };
    };
    /**
     * Condition over the columns, besides those of the pages. Default none.
     */
    where?: string;
    /**
     * Column by which the list stands; a minus before it for the greatest first. In each page it is a stored field with an index.
     */
    sort: string;
    /**
     * The pages by key, in the order in which they are named.
     */
    of: {
      [k: string]: {
        /**
         * Code of a page of an entity.
         */
        page: string;
        /**
         * Name in Chinese. Default that of the page.
         */
        title?: string;
        /**
         * Condition over the page's records. Default none.
         */
        where?: string;
        /**
         * Field by column; a column without one stays empty.
         */
        columns: {
          [k: string]: string;
        };
      };
    };
  };
}
