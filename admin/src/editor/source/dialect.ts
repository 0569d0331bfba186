/** How a piece of text was written, so that what is changed in it is written the same way. */
export interface Dialect {
  /** `all`: every `&`, `<` and `>` of a text is an entity. `few`: only those that would be read as markup. */
  readonly escapes: 'all' | 'few';
  readonly lineBreak: string;
  /** Ends an element without content. */
  readonly voidEnd: string;
  /** Between the items of a list or the parts of a quotation, and before and after them. */
  readonly listGap: string;
  /** Before an element inside an item of a list. */
  readonly innerGap: string;
  /** After an element that an item ends with. */
  readonly innerEnd: string;
  /** Whether each item of a list stands between block comments. */
  readonly hasItemComments: boolean;
}

export const usualDialect: Dialect = {
  escapes: 'all',
  lineBreak: '<br />',
  voidEnd: ' />',
  listGap: '\n',
  innerGap: '\n',
  innerEnd: '',
  hasItemComments: false,
};

/** Every way of writing that is tried, the usual ones first. */
export function dialectsFor(source: string): readonly Dialect[] {
  const hasGroups = /<(?:[ou]l|blockquote)/i.test(source);
  const isNested = /<li[\s>][\s\S]*?<(?:[ou]l|p|h[1-6]|pre|blockquote|hr)[\s>]/i.test(source);
  const ways: { readonly [Name in keyof Dialect]: readonly Dialect[Name][] } = {
    escapes: ['all', 'few'],
    lineBreak: found(source, /(<br\s*\/?>\n?)/gi, ['\n', usualDialect.lineBreak]),
    voidEnd: source.includes('<img') || source.includes('<hr') ? [' />', '/>', '>'] : [usualDialect.voidEnd],
    listGap: hasGroups ? found(source, /(\s*)<(?:li|p)[\s>]/gi, ['\n', '']) : [usualDialect.listGap],
    innerGap: isNested ? found(source, /(?<=.)(\s*)<[ou]l[\s>]/gis, ['\n']) : [usualDialect.innerGap],
    innerEnd: isNested ? found(source, /<\/[ou]l>(\s*)<\/li>/gi, ['']) : [usualDialect.innerEnd],
    hasItemComments: [source.includes('wp:list-item')],
  };
  return ways.escapes.flatMap((escapes) =>
    ways.lineBreak.flatMap((lineBreak) =>
      ways.voidEnd.flatMap((voidEnd) =>
        ways.listGap.flatMap((listGap) =>
          ways.innerGap.flatMap((innerGap) =>
            ways.innerEnd.flatMap((innerEnd) =>
              ways.hasItemComments.map((hasItemComments) => ({
                escapes,
                lineBreak,
                voidEnd,
                listGap,
                innerGap,
                innerEnd,
                hasItemComments,
              })),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What stands in a source in a place, a few of them, and what usually does. */
function found(source: string, place: RegExp, usual: readonly string[]): readonly string[] {
  const all = new Set<string>();
  for (const [, text = ''] of source.matchAll(place)) {
    all.add(text);
    if (all.size === 3) break;
  }
  return [...new Set([...all, ...usual])].slice(0, 4);
}
