import type { BlockKind } from './block-kind.ts';
import { dynamicKinds } from './dynamic-kinds.ts';
import { blockName } from './edit-source.ts';
import {
  align,
  anchor,
  attribute,
  type BlockField,
  className,
  colour,
  fact,
  flag,
  fontSize,
  innerCode,
  label,
  numberFact,
  switchFact,
  textAlign,
} from './fields.ts';
import { columnWidth, heightOf, pictureLink, spacerHeight } from './special-fields.ts';

/** Colours, sizes, the name and the classes of the element of a block. */
const looks = (root: string): readonly BlockField[] => [
  colour(root, 'text'),
  colour(root, 'background'),
  fontSize(root),
  anchor(root),
  className(root),
];
const names = (root: string): readonly BlockField[] => [anchor(root), className(root)];
const floats = ['left', 'center', 'right', 'wide', 'full'] as const;
const empty = '<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->';
const column = `<!-- wp:column -->\n<div class="wp-block-column">${empty}</div>\n<!-- /wp:column -->`;
const address = label('Address', 'Adresse');
const altLabel = label('What the picture shows', 'Was das Bild zeigt');

const ownKinds: Readonly<Record<string, BlockKind>> = {
  paragraph: {
    label: label('Paragraph', 'Absatz'),
    fields: [textAlign('p', 'align'), fontSize('p')],
    more: [
      colour('p', 'text'),
      colour('p', 'background'),
      switchFact('dropCap', label('Large first letter', 'Initiale')),
      ...names('p'),
    ],
  },
  heading: {
    label: label('Heading', 'Überschrift'),
    fields: [textAlign('h[1-6]')],
    more: looks('h[1-6]'),
  },
  list: { label: label('List', 'Liste'), fields: [], more: looks('ul|ol') },
  'list-item': { label: label('Item', 'Listenpunkt'), fields: [] },
  quote: {
    label: label('Quotation with source', 'Zitat mit Quelle'),
    fields: [textAlign('blockquote')],
    more: looks('blockquote'),
    template: `<!-- wp:quote -->\n<blockquote class="wp-block-quote">${empty}</blockquote>\n<!-- /wp:quote -->`,
    plainTemplate: '<blockquote><p></p><cite></cite></blockquote>',
  },
  pullquote: {
    label: label('Pull quote', 'Herausgehobenes Zitat'),
    fields: [align('figure', ...floats), textAlign('figure')],
    more: looks('figure'),
    template:
      '<!-- wp:pullquote -->\n<figure class="wp-block-pullquote"><blockquote><p></p></blockquote></figure>\n<!-- /wp:pullquote -->',
  },
  image: {
    label: label('Picture', 'Bild'),
    fields: [attribute('img', 'alt', altLabel, { isAlways: true }), align('figure', ...floats), pictureLink],
    more: [attribute('img', 'title', label('Title', 'Titel')), ...names('figure')],
  },
  gallery: {
    label: label('Gallery', 'Galerie'),
    fields: [
      {
        ...numberFact('columns', label('Columns', 'Spalten'), 3),
        write: (source, value) => galleryColumns(source, Number(value)),
      },
      align('figure', ...floats),
    ],
    more: names('figure'),
  },
  columns: {
    label: label('Columns', 'Spalten'),
    fields: [align('div', 'wide', 'full')],
    more: looks('div'),
    template: `<!-- wp:columns -->\n<div class="wp-block-columns">${column}\n\n${column}</div>\n<!-- /wp:columns -->`,
  },
  column: { label: label('Column', 'Spalte'), fields: [columnWidth], more: looks('div') },
  group: {
    label: label('Group', 'Gruppe'),
    fields: [align('div|section|main|article|aside|header|footer', 'wide', 'full')],
    more: looks('div|section|main|article|aside|header|footer'),
    template: `<!-- wp:group {"layout":{"type":"constrained"}} -->\n<div class="wp-block-group">${empty}</div>\n<!-- /wp:group -->`,
  },
  cover: {
    label: label('Cover', 'Titelbild'),
    fields: [attribute('img', 'alt', altLabel, { isAlways: true }), heightOf('div'), align('div', ...floats)],
    more: names('div'),
    template: `<!-- wp:cover {"customOverlayColor":"#33475b","isUserOverlayColor":true} -->\n<div class="wp-block-cover"><span aria-hidden="true" class="wp-block-cover__background has-background-dim-100 has-background-dim" style="background-color:#33475b"></span><div class="wp-block-cover__inner-container">${empty}</div></div>\n<!-- /wp:cover -->`,
  },
  'media-text': {
    label: label('Picture beside text', 'Bild neben Text'),
    fields: [attribute('img', 'alt', altLabel, { isAlways: true }), align('div', 'wide', 'full')],
    more: looks('div'),
  },
  buttons: {
    label: label('Buttons', 'Schaltflächen'),
    fields: [align('div', 'wide', 'full')],
    more: names('div'),
    template:
      '<!-- wp:buttons -->\n<div class="wp-block-buttons"><!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button"></a></div>\n<!-- /wp:button --></div>\n<!-- /wp:buttons -->',
  },
  button: {
    label: label('Button', 'Schaltfläche'),
    fields: [attribute('a', 'href', address, { control: 'address' })],
    more: [attribute('a', 'title', label('Title', 'Titel')), ...names('div')],
  },
  table: {
    label: label('Table', 'Tabelle'),
    fields: [align('figure', ...floats)],
    more: names('figure'),
    template:
      '<!-- wp:table -->\n<figure class="wp-block-table"><table class="has-fixed-layout"><tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table></figure>\n<!-- /wp:table -->',
    plainTemplate: '<table><tbody><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
  },
  code: { label: label('Code', 'Code'), fields: [], more: looks('pre') },
  preformatted: {
    label: label('Preformatted', 'Vorformatiert'),
    fields: [],
    more: looks('pre'),
    template: '<!-- wp:preformatted -->\n<pre class="wp-block-preformatted"></pre>\n<!-- /wp:preformatted -->',
  },
  verse: {
    label: label('Verse', 'Gedicht'),
    fields: [textAlign('pre')],
    more: looks('pre'),
    template: '<!-- wp:verse -->\n<pre class="wp-block-verse"></pre>\n<!-- /wp:verse -->',
  },
  separator: {
    label: label('Separator', 'Trennlinie'),
    fields: [align('hr', 'center', 'wide', 'full')],
    more: names('hr'),
  },
  spacer: {
    label: label('Space', 'Abstand'),
    fields: [spacerHeight],
    more: names('div'),
    template:
      '<!-- wp:spacer -->\n<div style="height:100px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->',
  },
  file: {
    label: label('File', 'Datei'),
    fields: [attribute('a', 'href', address, { control: 'address' }), align('div', ...floats)],
    more: names('div'),
  },
  audio: {
    label: label('Audio', 'Audio'),
    fields: [
      attribute('audio', 'src', address, { control: 'address' }),
      flag('audio', 'loop', label('Repeat', 'Wiederholen')),
      align('figure', ...floats),
    ],
    more: names('figure'),
  },
  video: {
    label: label('Video', 'Video'),
    fields: [
      attribute('video', 'src', address, { control: 'address' }),
      flag('video', 'loop', label('Repeat', 'Wiederholen')),
      flag('video', 'muted', label('Without sound', 'Ohne Ton')),
      align('figure', ...floats),
    ],
    more: [
      attribute('video', 'poster', label('Picture before it plays', 'Vorschaubild'), { control: 'address' }),
      ...names('figure'),
    ],
  },
  embed: { label: label('Embed', 'Einbettung'), fields: [align('figure', ...floats)], more: names('figure') },
  details: {
    label: label('Details', 'Aufklappbarer Text'),
    fields: [
      {
        ...switchFact('showContent', label('Opened at first', 'Anfangs geöffnet')),
        write: (source, value) =>
          flag('details', 'open', altLabel).write(switchFact('showContent', altLabel).write(source, value), value),
      },
    ],
    more: looks('details'),
    template: `<!-- wp:details -->\n<details class="wp-block-details"><summary></summary>${empty}</details>\n<!-- /wp:details -->`,
    plainTemplate: '<details><summary></summary><p></p></details>',
  },
  more: {
    label: label('Read more', 'Weiterlesen'),
    fields: [
      {
        label: label('Words of the link', 'Text des Links'),
        control: 'text',
        read: (source) => /<!--more([\s\S]*?)-->/.exec(source)?.[1]?.trim() ?? '',
        write: (source, value) => {
          const text = String(value).replaceAll('--', '').trim();
          const changed = fact('customText', altLabel).write(source, text);
          return changed.replace(/<!--more[\s\S]*?-->/, () => `<!--more${text && ` ${text}`}-->`);
        },
      },
    ],
    template: '<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->',
    plainTemplate: '<!--more-->',
  },
  nextpage: {
    label: label('Page break', 'Seitenumbruch'),
    fields: [],
    template: '<!-- wp:nextpage -->\n<!--nextpage-->\n<!-- /wp:nextpage -->',
    plainTemplate: '<!--nextpage-->',
  },
  html: {
    label: label('Own HTML', 'Eigenes HTML'),
    fields: [innerCode(label('HTML', 'HTML'))],
    isCode: true,
    template: '<!-- wp:html -->\n\n<!-- /wp:html -->',
  },
  shortcode: {
    label: label('Shortcode', 'Shortcode'),
    fields: [innerCode(label('Shortcode', 'Shortcode'))],
    isCode: true,
    template: '<!-- wp:shortcode -->\n\n<!-- /wp:shortcode -->',
  },
  block: {
    label: label('Reusable block', 'Wiederverwendbarer Block'),
    fields: [numberFact('ref', label('Number of the block', 'Nummer des Blocks'), 0)],
  },
};

/** Every kind that the editor knows by its name. */
export const blockKinds: Readonly<Record<string, BlockKind>> = { ...dynamicKinds, ...ownKinds };

/** What one more inside a block is, for blocks that hold blocks of one kind. */
export function insideOf(kind: BlockKind): string | null {
  if (kind === ownKinds['columns']) return column;
  if (kind === ownKinds['buttons'])
    return '<!-- wp:button -->\n<div class="wp-block-button"><a class="wp-block-button__link wp-element-button"></a></div>\n<!-- /wp:button -->';
  return null;
}

/** The kind of a block by its name; null for one that the editor does not know. */
export function kindNamed(name: string | null): BlockKind | null {
  const short = name?.replace(/^core\//, '').replace(/^core-embed\/.*/, 'embed') ?? '';
  return Object.hasOwn(blockKinds, short) ? (blockKinds[short] ?? null) : null;
}

/** The kind of a block without texts of its own, which is edited by its settings; null where only its code can be. */
export function formKind(source: string): BlockKind | null {
  const name = blockName(source) ?? /^<!--(more|nextpage)\b/.exec(source)?.[1] ?? null;
  const kind = kindNamed(name);
  if (!kind || ungatedKinds.has(name ?? '')) return null;
  return kind.fields.length > 0 || name === 'nextpage' || isFixed.has(name ?? '') ? kind : null;
}

/** Their texts are edited in place; where that failed, settings alone are not enough. */
const ungatedKinds = new Set(
  'paragraph heading list list-item quote pullquote gallery columns column group cover media-text buttons button table code preformatted verse file details'.split(
    ' ',
  ),
);
/** Blocks of a theme without any settings of their own: what they show is made from the item. */
const isFixed = new Set(['footnotes', 'query-pagination-numbers', 'comments-pagination-numbers', 'comment-content']);

function galleryColumns(source: string, columns: number): string {
  const changed = numberFact('columns', altLabel, 0).write(source, columns);
  return changed.replace(/(<figure\b[^>]*?\b)columns-(?:\d+|default)\b/, `$1columns-${columns}`);
}
