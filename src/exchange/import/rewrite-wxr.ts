import type { ValueRewriter } from '../rewrite/value-rewriter.ts';
import type { WxrComment, WxrItem, WxrMeta, WxrPart } from '../wxr/wxr-parts.ts';
import type { ImportTally } from './import-report.ts';

/** The parts of a file with other addresses in their texts and fields. Guids identify items, and so they stay. */
export async function* rewriteWxr(
  parts: AsyncIterable<WxrPart>,
  rewrite: ValueRewriter,
  tally: ImportTally,
): AsyncGenerator<WxrPart> {
  for await (const part of parts) yield rewrittenPart(part, rewrite, tally);
}

type TextIn = (text: string, where: string) => string;

function rewrittenPart(part: WxrPart, rewrite: ValueRewriter, tally: ImportTally): WxrPart {
  const textIn: TextIn = (text, where) => {
    const rewritten = rewrite(text);
    if (rewritten.refused === null) return rewritten.text;
    tally.note(`${where} keeps its addresses: its value is serialised, and ${rewritten.refused}.`);
    return text;
  };
  if (part.kind === 'author') {
    const { author } = part;
    const where = `Author "${author.login}"`;
    return { ...part, author: { ...author, url: textIn(author.url, where), meta: fields(author.meta, textIn, where) } };
  }
  if (part.kind === 'term') {
    const { term } = part;
    const where = `Term "${term.name}"`;
    const description = textIn(term.description, where);
    return { ...part, term: { ...term, description, meta: fields(term.meta, textIn, where) } };
  }
  return part.kind === 'item' ? { ...part, item: rewrittenItem(part.item, textIn) } : part;
}

function rewrittenItem(item: WxrItem, textIn: TextIn): WxrItem {
  const where = `"${item.title}" (${item.id})`;
  return {
    ...item,
    title: textIn(item.title, where),
    content: textIn(item.content, where),
    excerpt: textIn(item.excerpt, where),
    contentFiltered: textIn(item.contentFiltered, where),
    meta: fields(item.meta, textIn, where),
    comments: item.comments.map((comment) => rewrittenComment(comment, textIn)),
  };
}

function rewrittenComment(comment: WxrComment, textIn: TextIn): WxrComment {
  const where = `Comment ${comment.id}`;
  return {
    ...comment,
    authorUrl: textIn(comment.authorUrl, where),
    content: textIn(comment.content, where),
    meta: fields(comment.meta, textIn, where),
  };
}

function fields(meta: readonly WxrMeta[], textIn: TextIn, where: string): WxrMeta[] {
  return meta.map(({ key, value }) => ({ key, value: textIn(value, `The field "${key}" of ${where}`) }));
}
