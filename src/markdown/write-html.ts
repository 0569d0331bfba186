import type { Token, Tokens } from 'marked';
import type { TextForm } from './text-form.ts';

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
