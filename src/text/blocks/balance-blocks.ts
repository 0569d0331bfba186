import { readBlockAttributes } from './block.ts';
import { type Delimiter, delimiters, writeDelimiter } from './parse-blocks.ts';

/**
 * Writes the comments of all blocks anew: attributes that cannot be read are left out, a block without content is one
 * comment, and every block is closed by its own name. Ends without a beginning are left out; one at the end of the text
 * says that there were some. A text without such comments stays as it is.
 */
export function balanceBlocks(text: string): string {
  const open: Delimiter[] = [];
  const out: string[] = [];
  let copied = 0;
  let hasLoneEnd = false;
  const close = () => {
    const opener = open.pop();
    if (!opener) {
      if (!hasLoneEnd && out.length === 0) out.push('<!-- wp:freeform /-->');
      hasLoneEnd = true;
    } else if (isEmptySince.get(opener) === out.length) {
      out[out.length - 1] = written({ ...opener, kind: 'void' });
    } else out.push(written({ ...opener, kind: 'closer' }));
  };
  /** How many pieces there were when a block was opened. */
  const isEmptySince = new Map<Delimiter, number>();
  for (const delimiter of delimiters(text)) {
    if (delimiter.start > copied) out.push(text.slice(copied, delimiter.start));
    copied = delimiter.end;
    if (delimiter.kind === 'closer') close();
    else {
      out.push(written(delimiter));
      if (delimiter.kind === 'void') continue;
      open.push(delimiter);
      isEmptySince.set(delimiter, out.length);
    }
  }
  if (copied === 0) return text;
  if (copied < text.length) out.push(text.slice(copied));
  while (open.length > 0) close();
  return out.join('') + (hasLoneEnd ? '<!-- /wp:post-content -->' : '');
}

const written = (delimiter: Delimiter): string =>
  writeDelimiter(delimiter, delimiter.kind === 'closer' ? {} : readBlockAttributes(delimiter.attributes));
