import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './code-blocks.ts';

/** The name of the anchor that a heading has in the site and where the repository is browsed. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
}

/** The links of a page that lead nowhere: files that do not exist, headings that are not there. */
export function brokenLinks(page: string, readPage: (page: string) => string): string[] {
  const text = withoutCode(readPage(page));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
  return links.filter((href) => {
    if (/^[a-z]+:/i.test(href)) return false;
    const [path = '', anchor] = href.split('#', 2);
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (path !== '' && (target.startsWith('..') || !existsSync(join(root, target)))) return true;
    return anchor !== undefined && !headingsOf(readPage(target)).includes(anchor);
  });
}

function headingsOf(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

/** Blocks of code hold no links and no headings; spans of code do, as part of a heading. */
function withoutCode(text: string): string {
  return text.replace(/^( *)```[\s\S]*?^\1```$/gm, '');
}
