/** What differs in texts between the variants of the interface. */
export interface TextRules {
  readonly slugs: SlugOptions;
  /** The markup that stays in texts of authors who may not write any: see `markups`. */
  readonly markup: 'early' | 'today';
  /** The `rel` of links in comments. */
  readonly commentLinks: 'nofollow' | 'nofollow ugc';
  /** Whether blanks around a comment are removed. */
  readonly trimsComments: boolean;
  /** Whether editors get the comments that mark blocks balanced and with attributes that can be read. */
  readonly balancesBlocks: boolean;
  /** Whether blanks before an address are ignored. */
  readonly trimsAddresses: boolean;
  /** Whether pictures and frames of every text say that browsers may load them late. */
  readonly lazyPictures: boolean;
  /** Whether a picture and its caption name each other. */
  readonly describedCaptions: boolean;
  /** Whether players and galleries have what browsers of former days need. */
  readonly formerBrowsers: boolean;
  /** Whether players, galleries and captions in the answer to a write are numbered as if it were their second showing. */
  readonly countsWritesTwice: boolean;
  /** Whether galleries without pictures are counted. */
  readonly countsEmptyGalleries: boolean;
  /** Today, the text after a horizontal rule is a paragraph, and a formula stands in the text around it. */
  readonly paragraphs: 'early' | 'today';
  /** The markup of blocks; today, in a theme that is not made of blocks itself. */
  readonly blocks: 'early' | 'today';
  /** Whether a request may say how many words the excerpt of one item has. */
  readonly excerptLength: boolean;
}

/** Where variants differ in making slugs. */
export interface SlugOptions {
  /** What a `/` becomes: a dash, or nothing. */
  readonly slash: 'dash' | 'drop';
  /** Whether blanks of any width become dashes, and bullets and characters without a width are removed. */
  readonly plainBlanks?: boolean;
}

/** The rules of the first variants, which others are made from. */
export const earlyTextRules: TextRules = {
  slugs: { slash: 'dash' },
  markup: 'early',
  commentLinks: 'nofollow',
  trimsComments: false,
  balancesBlocks: false,
  trimsAddresses: false,
  lazyPictures: false,
  describedCaptions: false,
  formerBrowsers: true,
  countsWritesTwice: false,
  countsEmptyGalleries: false,
  paragraphs: 'early',
  blocks: 'early',
  excerptLength: false,
};

/** The rules of today's variant. */
export const todayTextRules: TextRules = {
  slugs: { slash: 'dash', plainBlanks: true },
  markup: 'today',
  commentLinks: 'nofollow ugc',
  trimsComments: true,
  balancesBlocks: true,
  trimsAddresses: true,
  lazyPictures: true,
  describedCaptions: true,
  formerBrowsers: false,
  countsWritesTwice: true,
  countsEmptyGalleries: true,
  paragraphs: 'today',
  blocks: 'today',
  excerptLength: true,
};
