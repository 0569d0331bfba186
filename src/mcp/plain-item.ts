import type { Members } from '../lib/schema/schema.ts';
import { plainText } from '../text/plain-text.ts';
import { isMembers } from './ask-interface.ts';
import type { MarkdownWork } from './markdown.ts';

/** How texts are shown to an agent. */
export type TextFormat = 'markdown' | 'html';

/** Members that say nothing to an agent. */
const noise: ReadonlySet<string> = new Set(['_links', 'guid', 'permalink_template', 'generated_slug', 'class_list']);

/** An item with plain values: a text is its stored form where the caller may see that, else what readers see. */
export async function plainItem(item: Members, format: TextFormat, markdown: MarkdownWork): Promise<Members> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    if (noise.has(name)) continue;
    shown[name] = isText(value) ? await plainTextOf(name, value, format, markdown) : value;
  }
  return shown;
}

interface ShownText {
  readonly raw?: unknown;
  readonly rendered?: unknown;
}

const isText = (value: unknown): value is ShownText =>
  isMembers(value) && (typeof value['rendered'] === 'string' || typeof value['raw'] === 'string');

async function plainTextOf(
  name: string,
  { raw, rendered }: ShownText,
  format: TextFormat,
  markdown: MarkdownWork,
): Promise<string> {
  const isStored = typeof raw === 'string';
  const text = String(isStored ? raw : rendered);
  if (name === 'title') return isStored ? text : readableText(text);
  if (name === 'content') return format === 'markdown' ? markdown.read(text) : text;
  // Short texts are stored as they are typed.
  return isStored || format === 'html' ? text : markdown.read(text.trim());
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', hellip: '…' };

/** The text of HTML that holds no more than words and marks. */
export const readableText = (html: string): string => withoutReferences(plainText(html));

/** The characters that a rendered title writes as references. */
function withoutReferences(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|(\w+));/g, (written, code, name) =>
    code
      ? String.fromCodePoint(Number(code))
      : ((Object.hasOwn(references, name) ? references[name] : undefined) ?? written),
  );
}
