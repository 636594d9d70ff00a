const fields = (description: string, maxItems: number) => ({
  description,
  'x-layout': true,
  type: 'array',
  maxItems,
  items: { $ref: '#/$defs/fieldKey' },
});

/** Keywords of a board in the meta-schema. */
export const schema: Readonly<Record<string, object>> = {
  board: {
    description: 'Columns or groups, cards and countdowns of the board, and how a card is moved.',
    type: 'object',
    additionalProperties: false,
    properties: {
      by: {
        $ref: '#/$defs/fieldKey',
        description:
          'Field whose values are the columns: `status`, or a stored single choice. At most 12 values. Either this or `group`.',
      },
      group: {
        $ref: '#/$defs/fieldKey',
        description:
          'Stored field of one value by whose values, as they occur, cards stand together: an area, a department. The group with the nearest deadline comes first; 200 cards are shown at most. Either this or `by`.',
      },
      lanes: {
        $ref: '#/$defs/fieldKey',
        description:
          'Of columns: stored field of one value by which the cards stand in rows: a department, an area. Default none.',
      },
      card: fields('Fields of a card, below the name of the record. Default the first 3 columns of the page.', 8),
      lead: fields(
        'Fields of a card that stand without their name, large, right below that of the record. Default none.',
        4,
      ),
      due: {
        description:
          'Deadlines that a card counts down to by the clock of the server, the nearest first. Default none.',
        'x-id': 'due',
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          description: 'One deadline.',
          type: 'object',
          additionalProperties: false,
          required: ['left'],
          properties: {
            left: {
              $ref: '#/$defs/fieldKey',
              description: 'Date or moment to which is counted; a date ends with its day.',
            },
            title: {
              $ref: '#/$defs/text',
              description: 'Its name on the card. Default that of the field.',
              'x-id': '',
            },
            when: {
              $ref: '#/$defs/expression',
              description: 'While it runs: over fields of the record. Default always.',
              'x-editor': 'condition',
            },
            overdue: {
              $ref: '#/$defs/expression',
              description:
                'While it does not run any more, but is told once it is past: work that is done and not accepted. Default never.',
              'x-editor': 'condition',
            },
          },
        },
      },
      soon: {
        description: 'Minutes before a deadline from which it stands out. Default 30.',
        type: 'integer',
        minimum: 1,
        maximum: 525600,
      },
      count: {
        description:
          'Of groups: fields whose values are counted above the cards, `status` or stored single choices that the page filters by; a press shows those alone. Default none.',
        'x-layout': true,
        type: 'array',
        maxItems: 3,
        items: { $ref: '#/$defs/fieldKey' },
      },
      states: {
        description: 'Of groups: states that are shown where the person chose none. Default all.',
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/stateKey' },
      },
      wall: {
        description:
          'Whether the board can fill the screen of a control room (F, and Esc to leave), without buttons; such a board reads again by itself. Default false.',
        type: 'boolean',
      },
      move: {
        description:
          'Of columns: transitions by which a card is dragged to another column, with the value of the column proposed. Default, where the columns are states, every transition that leads to the state; else none.',
        type: 'array',
        minItems: 1,
        items: { $ref: '#/$defs/transitionKey' },
      },
    },
  },
};
