/** How a piece of text was written, so that what is changed in it is written the same way. */
export interface Dialect {
  /** `all`: every `&`, `<` and `>` of a text is an entity. `few`: only those that would be read as markup. */
  readonly escapes: 'all' | 'few';
  readonly lineBreak: string;
  /** Ends an element without content. */
  readonly voidEnd: string;
  /** Between the items of a list or the paragraphs of a quotation, and before and after them. */
  readonly listGap: string;
  /** Whether each item of a list stands between block comments. */
  readonly hasItemComments: boolean;
}

export const usualDialect: Dialect = {
  escapes: 'all',
  lineBreak: '<br />',
  voidEnd: ' />',
  listGap: '\n',
  hasItemComments: false,
};

/** Every way of writing that is tried, the usual ones first. */
export function dialectsFor(source: string): readonly Dialect[] {
  const lineBreaks = [...new Set([...(source.match(/<br\s*\/?>\n?/gi) ?? []), '\n', usualDialect.lineBreak])].slice(
    0,
    4,
  );
  const voidEnds = source.includes('<img') || source.includes('<hr') ? [' />', '/>', '>'] : [usualDialect.voidEnd];
  const listGaps = /<(?:[ou]l|blockquote)/i.test(source) ? ['\n', '', '\n\t', '\n  '] : [usualDialect.listGap];
  const itemComments = source.includes('wp:list-item') ? [true] : [false];
  return (['all', 'few'] as const).flatMap((escapes) =>
    lineBreaks.flatMap((lineBreak) =>
      voidEnds.flatMap((voidEnd) =>
        listGaps.flatMap((listGap) =>
          itemComments.map((hasItemComments) => ({ escapes, lineBreak, voidEnd, listGap, hasItemComments })),
        ),
      ),
    ),
  );
}
