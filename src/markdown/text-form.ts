import { hasBlocks } from '../text/blocks/delimiters.ts';

/** How one sort of text writes what Markdown has signs for. */
export interface TextForm {
  readonly name: 'blocks' | 'plain';
  paragraph(html: string): string;
  heading(level: number, html: string): string;
  list(items: readonly string[], facts: { readonly ordered: boolean; readonly start: number }): string;
  /** The line of an item, and the blocks below it. */
  item(html: string, below: readonly string[]): string;
  quote(parts: readonly string[]): string;
  code(html: string, language: string): string;
  picture(html: string): string;
  rule(): string;
  table(html: string): string;
  html(source: string): string;
  shortcode(source: string): string;
}

const block = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name}${attributes && ` ${attributes}`} -->\n${html}\n<!-- /wp:${name} -->`;

const codeTag = (html: string, language: string) =>
  `<code${language && ` class="language-${language}"`}>${html}</code>`;

/** Texts of blocks, as block editors write them. */
const blockForm: TextForm = {
  name: 'blocks',
  paragraph: (html) => block('paragraph', `<p>${html}</p>`),
  heading: (level, html) =>
    block(
      'heading',
      `<h${level} class="wp-block-heading">${html}</h${level}>`,
      level === 2 ? '' : `{"level":${level}}`,
    ),
  list: (items, { ordered, start }) => {
    const tag = ordered ? 'ol' : 'ul';
    const isLater = ordered && start !== 1;
    const facts = [...(ordered ? ['"ordered":true'] : []), ...(isLater ? [`"start":${start}`] : [])];
    const inner = items.map((item) => block('list-item', item)).join('\n\n');
    const html = `<${tag}${isLater ? ` start="${start}"` : ''} class="wp-block-list">${inner}</${tag}>`;
    return block('list', html, facts.length > 0 ? `{${facts.join()}}` : '');
  },
  item: (html, below) => `<li>${html}${below.join('\n\n')}</li>`,
  quote: (parts) => block('quote', `<blockquote class="wp-block-quote">${parts.join('\n\n')}</blockquote>`),
  code: (html, language) => block('code', `<pre class="wp-block-code">${codeTag(html, language)}</pre>`),
  picture: (html) => block('image', `<figure class="wp-block-image">${html}</figure>`),
  rule: () => block('separator', '<hr class="wp-block-separator has-alpha-channel-opacity"/>'),
  table: (html) => block('table', `<figure class="wp-block-table">${html}</figure>`),
  html: (source) => block('html', source),
  shortcode: (source) => block('shortcode', source),
};

/** Texts without blocks: blank lines part paragraphs. */
const plainForm: TextForm = {
  name: 'plain',
  paragraph: (html) => html,
  heading: (level, html) => `<h${level}>${html}</h${level}>`,
  list: (items, { ordered, start }) => {
    const tag = ordered ? 'ol' : 'ul';
    return `<${tag}${ordered && start !== 1 ? ` start="${start}"` : ''}>\n${items.join('\n')}\n</${tag}>`;
  },
  item: (html, below) => `<li>${html}${below.map((one) => `\n${one}`).join('')}${below.length > 0 ? '\n' : ''}</li>`,
  quote: (parts) => `<blockquote>${parts.join('\n\n')}</blockquote>`,
  code: (html, language) => `<pre>${codeTag(html, language)}</pre>`,
  picture: (html) => html,
  rule: () => '<hr />',
  table: (html) => html,
  html: (source) => source,
  shortcode: (source) => source,
};

/** The form that a stored text has; a new one is made of blocks. */
export function formOf(stored: string): TextForm {
  return stored.trim() === '' || hasBlocks(stored) ? blockForm : plainForm;
}
