import { elementEnd, pieceAt, tagEnd } from './split-source.ts';

/** A part of some HTML. Joined, the sources of all parts are the HTML, to the last character. */
export type Markup =
  | { readonly type: 'text'; readonly source: string }
  /** A block between block comments, with all that is in it. */
  | { readonly type: 'block'; readonly source: string }
  | {
      readonly type: 'element';
      readonly tag: string;
      readonly source: string;
      /** Its first tag as it is written. */
      readonly open: string;
      readonly inner: string;
      readonly close: string;
    };

/** Divides HTML into elements, blocks and what lies between them; null where something in it is never closed. */
export function readMarkup(html: string): readonly Markup[] | null {
  const parts: Markup[] = [];
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf('<', at);
    if (next !== at) {
      const end = next < 0 ? html.length : next;
      parts.push({ type: 'text', source: html.slice(at, end) });
      at = end;
      continue;
    }
    const part = partAt(html, at);
    if (part === null) return null;
    parts.push(part);
    at += part.source.length;
  }
  return parts;
}

function partAt(html: string, at: number): Markup | null {
  if (html.startsWith('<!--', at)) {
    const { end, kind } = pieceAt(html, at);
    const source = html.slice(at, end);
    if (kind === 'block') return { type: 'block', source };
    return source.endsWith('-->') && source.indexOf('-->') === source.length - 3 ? { type: 'text', source } : null;
  }
  const name = /^<([a-z][a-z0-9-]*)(?=[\s/>])/i.exec(html.slice(at, at + 40))?.[1];
  if (!name) return null;
  const open = tagEnd(html, at);
  const end = elementEnd(html, at, name.toLowerCase());
  if (open === null || end === null) return null;
  const closeAt = open === end ? end : html.lastIndexOf('</', end - 1);
  return {
    type: 'element',
    tag: name.toLowerCase(),
    source: html.slice(at, end),
    open: html.slice(at, open),
    inner: html.slice(open, closeAt),
    close: html.slice(closeAt, end),
  };
}
