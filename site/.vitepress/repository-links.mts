import { dirname, join, normalize } from 'node:path/posix';
import type { MarkdownRenderer } from 'vitepress';

/**
 * Links from `docs/` to other files of the repository work where the repository is browsed. The site does not have those
 * files, so there such a link is shown as its text. That the files exist is tested.
 */
export function plainRepositoryLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('plain_repository_links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      if (!children) continue;
      let isOutside = false;
      for (const token of children) {
        if (token.type === 'link_open') isOutside = leavesDocs(token.attrGet('href') ?? '', env.relativePath ?? '');
        if (!isOutside || !token.type.startsWith('link_')) continue;
        const isEnd = token.type === 'link_close';
        token.type = 'text';
        token.tag = '';
        token.nesting = 0;
        token.content = '';
        if (isEnd) isOutside = false;
      }
    }
  });
}

function leavesDocs(href: string, page: string): boolean {
  if (/^[a-z]+:|^[#/]/i.test(href)) return false;
  return normalize(join(dirname(page), href)).startsWith('../');
}
