import { dialectsFor } from './dialect.ts';
import { parsed, program } from './parsed.ts';
import { readInline } from './read-element.ts';
import type { TextNode } from './text-node.ts';
import { writeNode } from './write-node.ts';

/** Reads text with its marks as a node of a type; null where it would not be written again as it was. */
export function readSlot(source: string, node: TextNode): TextNode | null {
  const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(source) ?? [];
  if (program.test(text)) return null;
  const [open = '', close = ''] = node.attrs?.wrap ?? [];
  const body = parsed(text);
  const content = body && readInline([...body.childNodes], { keepsLines: false });
  if (!content) return null;
  const whole = { ...node, attrs: { ...node.attrs, wrap: [open + before, after + close] as const }, content };
  for (const dialect of dialectsFor(text)) {
    if (dialect.lineBreak !== '\n' && writeNode(whole, dialect) === text)
      return { ...whole, attrs: { ...whole.attrs, dialect } };
  }
  return null;
}
