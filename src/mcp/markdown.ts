import type { Token } from 'marked';
import { loadOptional } from '../lib/error-code.ts';
import type { WorkerPool } from '../lib/worker-pool.ts';
import { delimiters } from '../text/blocks/parse-blocks.ts';
import { formOf, type TextForm, writeBlocks } from './markdown-to-html.ts';

/** A conversion as data: short texts are converted here, long ones in a thread that can be ended. */
export type MarkdownTask =
  | { readonly do: 'read'; readonly stored: string }
  | { readonly do: 'write'; readonly markdown: string; readonly replaced: string };

/** Converts texts; see `toMarkdown` and `fromMarkdown`. */
export interface MarkdownWork {
  read(stored: string): Promise<string>;
  write(markdown: string, replaced: string): Promise<string>;
}

/** The library needs time that grows with the square of a text that is written against it. */
const charactersAtOnce = 4096;

export function createMarkdownWork(pool: Pick<WorkerPool<MarkdownTask, string>, 'run'>): MarkdownWork {
  const run = (task: MarkdownTask, length: number) => (length <= charactersAtOnce ? convert(task) : pool.run(task));
  return {
    read: (stored) => run({ do: 'read', stored }, stored.length),
    write: (markdown, replaced) => run({ do: 'write', markdown, replaced }, markdown.length),
  };
}

export async function convert(task: MarkdownTask): Promise<string> {
  const tools = await loadMarkdownTools();
  return task.do === 'read' ? toMarkdown(task.stored, tools) : fromMarkdown(task.markdown, task.replaced, tools);
}

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

const blankLine = '\n\n';

/**
 * Parts a stored text into pieces that can be read by themselves; joined by blank lines they are the text again. Where
 * something else than one blank line stands between two of them, they stay together.
 */
export function segmentsOf(stored: string, form: TextForm): string[] {
  return form.name === 'blocks' ? blockSegments(stored) : plainSegments(stored);
}

/** One segment per outermost block. */
function blockSegments(stored: string): string[] {
  const segments: string[] = [];
  let begin = 0;
  let depth = 0;
  for (const { kind, end } of delimiters(stored)) {
    if (kind === 'opener') depth += 1;
    if (kind === 'closer') depth = Math.max(0, depth - 1);
    if (depth > 0 || !stored.startsWith(`${blankLine}<!-- wp:`, end)) continue;
    segments.push(stored.slice(begin, end));
    begin = end + blankLine.length;
  }
  segments.push(stored.slice(begin));
  return segments;
}

/** One segment per paragraph; blank lines in preformatted text part nothing. */
function plainSegments(stored: string): string[] {
  const segments: string[] = [];
  let held: string[] = [];
  let isInside = false;
  for (const piece of stored.split(blankLine)) {
    for (const [tag] of piece.matchAll(/<\/?pre\b/gi)) isInside = tag[1] !== '/';
    held.push(piece);
    if (isInside) continue;
    segments.push(held.join(blankLine));
    held = [];
  }
  if (held.length > 0) segments.push(held.join(blankLine));
  return segments;
}

/** A part of a Markdown text: Markdown, or HTML that Markdown has no signs for and that is kept to the last letter. */
export type MarkdownPart =
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'raw'; readonly html: string };

const word = 'html raw';

/** HTML inside a fence that nothing in it can end. */
export function rawFence(html: string): string {
  const longest = Math.max(3, ...(html.match(/^~+/gm) ?? []).map((run) => run.length));
  const fence = '~'.repeat(longest + 1);
  return `${fence}${word}\n${html}\n${fence}`;
}

/** Parts a Markdown text; a fence that is not closed is Markdown. */
export function partsOf(markdown: string): MarkdownPart[] {
  const parts: MarkdownPart[] = [];
  let rest = markdown;
  for (;;) {
    const opening = /^(~{4,})html raw\n/m.exec(rest);
    const fence = opening?.[1];
    if (!opening || fence === undefined) break;
    const begin = opening.index + opening[0].length;
    const end = endOf(rest, begin, fence);
    if (end === -1) break;
    addMarkdown(parts, rest.slice(0, opening.index));
    parts.push({ kind: 'raw', html: rest.slice(begin, end) });
    rest = rest.slice(end + 1 + fence.length);
  }
  addMarkdown(parts, rest);
  return parts;
}

/** Where the line before the closing fence ends; -1 if there is none. */
function endOf(text: string, begin: number, fence: string): number {
  for (let at = text.indexOf(`\n${fence}`, begin - 1); at !== -1; at = text.indexOf(`\n${fence}`, at + 1)) {
    const after = text[at + 1 + fence.length];
    if (at >= begin && (after === undefined || after === '\n')) return at;
  }
  return -1;
}

function addMarkdown(parts: MarkdownPart[], text: string): void {
  if (text.trim() !== '') parts.push({ kind: 'markdown', text });
}

/** The libraries that read Markdown and HTML; only sites whose texts are read as Markdown need them. */
export interface MarkdownTools {
  /** The blocks of a Markdown text. */
  readonly blocksOf: (markdown: string) => readonly Token[];
  /** Markdown for HTML; what it has no signs for is lost, so the result must be checked. */
  readonly markdownOf: (html: string) => string;
}

const purpose = 'Reading texts as Markdown';

export async function loadMarkdownTools(): Promise<MarkdownTools> {
  const { lexer } = await loadOptional('marked', purpose, () => import('marked'));
  const { default: Turndown } = await loadOptional('turndown', purpose, () => import('turndown'));
  const service = new Turndown({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
  });
  return { blocksOf: (markdown) => lexer(markdown), markdownOf: (html) => service.turndown(html) };
}
