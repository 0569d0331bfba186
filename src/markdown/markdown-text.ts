import type { MarkdownTools } from './markdown-tools.ts';
import { partsOf, rawFence } from './raw-parts.ts';
import { segmentsOf } from './segments.ts';
import { formOf, type TextForm } from './text-form.ts';
import { writeBlocks } from './write-html.ts';

const gap = '\n\n';

/**
 * A Markdown text as it is stored: in the form of the text that it replaces, in blocks for a new one. Fences with raw
 * HTML keep their content as it is.
 */
export function fromMarkdown(markdown: string, replaced: string, tools: MarkdownTools): string {
  return write(markdown, formOf(replaced), tools);
}

/**
 * A stored text as Markdown. Whatever Markdown would not give back to the last letter is a fence with raw HTML, so
 * `fromMarkdown` of the result is always the stored text, and of a changed result the text with that change.
 */
export function toMarkdown(stored: string, tools: MarkdownTools): string {
  if (stored === '') return '';
  const form = formOf(stored);
  const segments = segmentsOf(stored, form);
  const isWhole = (markdown: string) => write(markdown, form, tools) === stored;
  const best = segments.map((segment) => markdownOrRaw(segment, form, tools)).join(gap);
  if (isWhole(best)) return best;
  // Blocks next to each other can mean something else than apart, such as two lists: only simple ones stay Markdown.
  const simple = segments.map((segment) => markdownOrRaw(segment, form, tools, isSimple)).join(gap);
  return isWhole(simple) ? simple : rawFence(stored);
}

function write(markdown: string, form: TextForm, tools: MarkdownTools): string {
  const html = partsOf(markdown).flatMap((part) =>
    part.kind === 'raw' ? [part.html] : writeBlocks(tools.blocksOf(part.text), form),
  );
  return html.join(gap);
}

/** Paragraphs and headings do not depend on what stands beside them. */
const isSimple = (markdown: string): boolean =>
  /^(?:#{1,6} |[\p{L}\p{N}*[(])/u.test(markdown) && !/^\d+[.)]/.test(markdown);

function markdownOrRaw(
  segment: string,
  form: TextForm,
  tools: MarkdownTools,
  isAllowed: (markdown: string) => boolean = () => true,
): string {
  const markdown = candidate(segment, form, tools);
  if (markdown === null || markdown.trim() === '' || !isAllowed(markdown)) return rawFence(segment);
  return write(markdown, form, tools) === segment ? markdown : rawFence(segment);
}

/** Null for HTML that the library cannot read, such as elements in more levels than its stack has. */
function candidate(segment: string, form: TextForm, tools: MarkdownTools): string | null {
  const shortcode = /^(?:<!-- wp:shortcode -->\n)?(\[[^\n]*\])(?:\n<!-- \/wp:shortcode -->)?$/.exec(segment)?.[1];
  if (shortcode !== undefined && write(shortcode, form, tools) === segment) return shortcode;
  try {
    if (form.name === 'blocks' || /^<(?:h[1-6]|ul|ol|pre|blockquote|hr|table|div|figure)\b/i.test(segment)) {
      return tools.markdownOf(segment);
    }
    // In a text without blocks the end of a line is the end of a line; the library would join them.
    return segment.split('\n').map(tools.markdownOf).join('\n');
  } catch {
    return null;
  }
}
