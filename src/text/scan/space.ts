/** True when typographic space ends right before a position: TAB, LF, CR, SP, U+00A0 or the text `&nbsp;`. */
export function isSpaceBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return isSpaceCode(code) || (code === 59 && at >= 6 && text.startsWith('&nbsp;', at - 6));
}

/** True when typographic space begins at a position. */
export function isSpaceAfter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isSpaceCode(code) || (code === 38 && text.startsWith('&nbsp;', at));
}

const isSpaceCode = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13 || code === 160;
