import type { Token, Tokens } from 'marked';
import { hasBlocks } from '../text/blocks/parse-blocks.ts';

/** The HTML of the blocks of a Markdown text, one part for each. */
export function writeBlocks(tokens: readonly Token[], form: TextForm): string[] {
  return tokens.flatMap((token) => {
    const html = writeBlock(token, form);
    return html === null ? [] : [html];
  });
}

/** Null for what shows nothing: blank lines, definitions of links. */
function writeBlock(token: Token, form: TextForm): string | null {
  // The library tells tokens apart by their type; unknown ones would be those of plug-ins, and there are none.
  const known = token as MarkdownBlock;
  switch (known.type) {
    case 'paragraph':
      return writeParagraph(known, form);
    case 'text':
      return form.paragraph(writeInline(known.tokens ?? [known]));
    case 'heading':
      return form.heading(known.depth, writeInline(known.tokens));
    case 'list':
      return form.list(
        known.items.map((item) => writeItem(item, form)),
        { ordered: known.ordered, start: known.start === '' ? 1 : known.start },
      );
    case 'blockquote':
      return form.quote(writeBlocks(known.tokens, form));
    case 'code':
      return form.code(escapeCode(known.text), languageOf(known.lang));
    case 'hr':
      return form.rule();
    case 'table':
      return form.table(writeTable(known));
    case 'html':
      return known.text.trim() === '' ? null : form.html(known.text.trimEnd());
    default:
      return null;
  }
}

type MarkdownBlock =
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Heading
  | Tokens.List
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Hr
  | Tokens.Table
  | Tokens.HTML
  | Tokens.Space
  | Tokens.Def;

const shortcode = /^\[[a-z][\w-]*(?:\s[^[\]]*)?\]$/i;

function writeParagraph({ tokens, text }: Tokens.Paragraph, form: TextForm): string {
  const [only, ...others] = tokens;
  if (only?.type === 'image' && others.length === 0) return form.picture(writeInline(tokens));
  return shortcode.test(text) ? form.shortcode(text) : form.paragraph(writeInline(tokens));
}

function writeItem({ tokens, task, checked }: Tokens.ListItem, form: TextForm): string {
  const [first, ...rest] = tokens.filter((token) => token.type !== 'space' && token.type !== 'checkbox');
  const box = task ? `[${checked ? 'x' : ' '}] ` : '';
  const isLine = first?.type === 'text' || first?.type === 'paragraph';
  if (!first || !isLine) return form.item(box, writeBlocks(first ? [first, ...rest] : rest, form));
  const inline = 'tokens' in first && first.tokens ? first.tokens : [first];
  return form.item(box + writeInline(inline), writeBlocks(rest, form));
}

function writeTable({ header, rows }: Tokens.Table): string {
  const row = (cells: readonly Tokens.TableCell[], tag: string) =>
    `<tr>${cells.map(({ tokens }) => `<${tag}>${writeInline(tokens)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(header, 'th')}</thead><tbody>${body}</tbody></table>`;
}

type MarkdownInline =
  | Tokens.Text
  | Tokens.Escape
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Codespan
  | Tokens.Del
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Tag;

function writeInline(tokens: readonly Token[]): string {
  // As above.
  return tokens.map((token) => writeInlineToken(token as MarkdownInline)).join('');
}

function writeInlineToken(token: MarkdownInline): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${writeInline(token.tokens)}</${token.type}>`;
    case 'codespan':
      return `<code>${escapeCode(token.text)}</code>`;
    case 'br':
      return '<br>';
    case 'link':
      return `<a href="${escapeValue(token.href)}"${titleOf(token.title)}>${writeInline(token.tokens)}</a>`;
    case 'image':
      return `<img src="${escapeValue(token.href)}" alt="${escapeValue(token.text)}"${titleOf(token.title)}/>`;
    case 'html':
      return token.text;
    case 'text':
      return token.tokens ? writeInline(token.tokens) : escapeText(token.text);
    default:
      return escapeText(token.text);
  }
}

const titleOf = (title: string | null | undefined): string => (title ? ` title="${escapeValue(title)}"` : '');

/** A reference to a character stays what it is. */
const escapeAmpersand = (text: string): string =>
  text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]*);)/gi, '&amp;');

const escapeText = (text: string): string => escapeAmpersand(text).replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** In code every sign stands for itself; brackets would be read as shortcodes. */
const escapeCode = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('[', '&#91;');

const languageOf = (info: string | undefined): string => /^[\w+#-]+/.exec(info ?? '')?.[0] ?? '';

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
