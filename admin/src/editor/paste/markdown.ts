/** Whether plain text is written in Markdown: it has headings, lists, quotations, code or links in its form. */
export function isMarkdown(text: string): boolean {
  return (
    /^#{1,6} \S/m.test(text) ||
    /^```/m.test(text) ||
    /^> \S/m.test(text) ||
    /^(?:[-*+]|\d+[.)]) \S.*\n+(?:[-*+]|\d+[.)]) \S/m.test(text) ||
    /\*\*[^\s*][^*\n]*\*\*/.test(text) ||
    /\[[^\]\n]+\]\((?:https?:\/\/|\/|#|mailto:)[^)\s]*\)/.test(text)
  );
}

/** The HTML of the parts of Markdown that the editor can represent; anything else stays as it is written. */
export function markdownHtml(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [html, next] = blockAt(lines, at);
    if (html !== '') blocks.push(html);
    at = next;
  }
  return blocks.join('\n');
}

type Block = readonly [html: string, next: number];

const itemStart = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

function blockAt(lines: readonly string[], at: number): Block {
  const line = lines[at] ?? '';
  if (line.trim() === '') return ['', at + 1];
  const fence = /^(```+|~~~+)/.exec(line)?.[1];
  if (fence) return codeAt(lines, at, fence);
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading) return [`<h${heading[1]?.length}>${inline(heading[2] ?? '')}</h${heading[1]?.length}>`, at + 1];
  if (/^(?:-\s*){3,}$|^(?:\*\s*){3,}$|^(?:_\s*){3,}$/.test(line)) return ['<hr>', at + 1];
  if (/^>\s?/.test(line)) return quoteAt(lines, at);
  if (itemStart.test(line)) return listAt(lines, at, indentOf(line));
  return paragraphAt(lines, at);
}

function codeAt(lines: readonly string[], at: number, fence: string): Block {
  let end = at + 1;
  while (end < lines.length && !lines[end]?.startsWith(fence)) end += 1;
  return [`<pre><code>${escaped(lines.slice(at + 1, end).join('\n'))}</code></pre>`, end + 1];
}

function quoteAt(lines: readonly string[], at: number): Block {
  let end = at;
  while (end < lines.length && /^>/.test(lines[end] ?? '')) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(/^>\s?/, ''));
  const paragraphs = inner
    .join('\n')
    .split(/\n\s*\n/)
    .filter((one) => one.trim() !== '');
  return [`<blockquote>${paragraphs.map((one) => `<p>${inlineLines(one)}</p>`).join('')}</blockquote>`, end];
}

const indentOf = (line: string): number => (/^\s*/.exec(line)?.[0] ?? '').replaceAll('\t', '    ').length;

function listAt(lines: readonly string[], begin: number, indent: number): Block {
  const isOrdered = /^\s*\d/.test(lines[begin] ?? '');
  const items: string[] = [];
  let at = begin;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const item = itemStart.exec(line);
    if (item && indentOf(line) > indent) {
      const [inner, next] = listAt(lines, at, indentOf(line));
      items.push(`${items.pop() ?? ''}${inner}`);
      at = next;
    } else if (item && indentOf(line) === indent && /^\s*\d/.test(line) === isOrdered) {
      items.push(`<p>${inline(item[3] ?? '')}</p>`);
      at += 1;
    } else if (line.trim() === '' && itemStart.test(lines[at + 1] ?? '') && indentOf(lines[at + 1] ?? '') >= indent) {
      at += 1;
    } else break;
  }
  const tag = isOrdered ? 'ol' : 'ul';
  const first = Number(/\d+/.exec(lines[begin] ?? '')?.[0] ?? 1);
  const start = isOrdered && first !== 1 ? ` start="${first}"` : '';
  return [`<${tag}${start}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`, at];
}

function paragraphAt(lines: readonly string[], at: number): Block {
  let end = at + 1;
  while (
    end < lines.length &&
    !/^\s*$|^#{1,6}\s|^>|^```|^~~~/.test(lines[end] ?? '') &&
    !itemStart.test(lines[end] ?? '')
  )
    end += 1;
  return [`<p>${inlineLines(lines.slice(at, end).join('\n'))}</p>`, end];
}

/** Two spaces or a backslash at the end of a line are a line break; other ends of lines are spaces. */
const inlineLines = (text: string): string =>
  text
    .split(/(?: {2,}|\\)\n/)
    .map((line) => inline(line.replaceAll('\n', ' ').trim()))
    .join('<br>');

/** Pieces of code are taken out first, so that nothing in them is read. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? `<code>${escaped(part.slice(1, -1))}</code>` : marked(part)))
    .join('');
}

function marked(text: string): string {
  return escaped(text)
    .replace(
      /!\[([^\]]*)\]\((https?:\/\/[^)\s]+)\)/g,
      (_, alt, src) => `<img src="${unmarked(src)}" alt="${unmarked(alt)}">`,
    )
    .replace(
      /\[([^\]]+)\]\(((?:https?:\/\/|\/|#|mailto:)[^)\s]*)(?:\s+&quot;[^)]*&quot;)?\)/g,
      (_, name, href) => `<a href="${unmarked(href)}">${name}</a>`,
    )
    .replace(/&lt;(https?:\/\/[^\s&]+)&gt;/g, (_, href) => `<a href="${unmarked(href)}">${unmarked(href)}</a>`)
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, '<strong>$2</strong>')
    .replace(/(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?!\w)/g, '<em>$1</em>')
    .replace(/(?<!\w)_(?=\S)([^_]+?)(?<=\S)_(?!\w)/g, '<em>$1</em>')
    .replace(/~~(?=\S)(.+?)(?<=\S)~~/g, '<s>$1</s>')
    .replace(/\\([\\`*_{}[\]()#+.!-])/g, '$1');
}

/** Stars and lines in an address are part of it. */
const unmarked = (text: string): string =>
  text.replaceAll('_', '&#95;').replaceAll('*', '&#42;').replaceAll('~', '&#126;');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
