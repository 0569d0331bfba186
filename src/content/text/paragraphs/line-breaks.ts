import { isBlank, skipBlanks } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { dropAfterBlocks } from './paragraph-tags.ts';

const lineBreak = '<br />';

/** Writes a break for every line end inside paragraphs, and takes back those that a block makes needless. */
export function lineBreaks(text: string): string {
  const broken = dropBeforeBlocks(dropAfterBlocks(breakLines(text), lineBreak));
  if (broken.endsWith('\n</p>')) return `${broken.slice(0, -5)}</p>`;
  return broken.endsWith('\n</p>\n') ? `${broken.slice(0, -6)}</p>\n` : broken;
}

/** Scripts and styles keep their line ends; elsewhere a line end gets a break unless it already follows one. */
function breakLines(text: string): string {
  const scriptEnd = createFinder(text, '</script>');
  const styleEnd = createFinder(text, '</style>');
  let out = '';
  let copied = 0;
  let afterBreak = -1;
  let blanksFrom = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 10) {
      let last = at;
      let end = at + 1;
      for (; end < text.length && isBlank(text.charCodeAt(end)); end++) if (text.charCodeAt(end) === 10) last = end;
      const start = afterBreak === blanksFrom ? blanksFrom + 1 : blanksFrom;
      if (start <= last) {
        out += `${text.slice(copied, start)}${lineBreak}\n`;
        copied = last + 1;
      }
      blanksFrom = at = end;
    } else if (code === 60) {
      const end = text.startsWith('br', at + 1) ? breakTagEnd(text, at) : keptEnd(text, at, scriptEnd, styleEnd);
      if (end !== -1 && text.startsWith('<br', at)) {
        out += text.slice(copied, at) + lineBreak;
        copied = afterBreak = end;
      }
      blanksFrom = at = end === -1 ? at + 1 : end;
    } else {
      at++;
      if (!isBlank(code)) blanksFrom = at;
    }
  }
  return out + text.slice(copied);
}

function breakTagEnd(text: string, at: number): number {
  for (const spelling of ['<br />', '<br>', '<br/>']) if (text.startsWith(spelling, at)) return at + spelling.length;
  return -1;
}

function keptEnd(
  text: string,
  at: number,
  scriptEnd: (from: number) => number,
  styleEnd: (from: number) => number,
): number {
  if (text.startsWith('<script', at)) return after(scriptEnd(at), 9);
  return text.startsWith('<style', at) ? after(styleEnd(at), 8) : -1;
}

const after = (found: number, length: number): number => (found === -1 ? -1 : found + length);

const needless = ['p', 'li', 'div', 'dl', 'dd', 'dt', 'th', 'td', 'ul', 'ol'];

/** A break right before certain blocks, opening or closing, goes. */
function dropBeforeBlocks(text: string): string {
  const tagEnd = createFinder(text, '>');
  let out = '';
  let copied = 0;
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 6)) {
    const tag = skipBlanks(text, at + 6);
    if (text.charCodeAt(tag) !== 60 || tagEnd(tag) === -1) continue;
    const name = text.charCodeAt(tag + 1) === 47 ? tag + 2 : tag + 1;
    if (!needless.some((prefix) => text.startsWith(prefix, name))) continue;
    out += text.slice(copied, at);
    copied = at + 6;
  }
  return copied === 0 ? text : out + text.slice(copied);
}
