import type { Token } from 'marked';
import { loadOptional } from '../missing-package.ts';

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
