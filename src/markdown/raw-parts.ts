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
