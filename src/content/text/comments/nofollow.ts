/** Gives every link of a comment `rel="nofollow"`; an existing rel keeps its words and moves to the end. */
export function nofollowLinks(text: string): string {
  if (!/<a\s/i.test(text)) return text;
  return text.replace(/<a\s([^<>]+)>/gi, (_, attributes: string) => {
    const rel = /(^|\s)rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes);
    if (rel === null) return `<a ${attributes.trim()} rel="nofollow">`;
    const words = (rel[2] ?? rel[3] ?? rel[4] ?? '').split(/\s+/).filter((word) => word !== '' && word !== 'nofollow');
    const rest = `${attributes.slice(0, rel.index)} ${attributes.slice(rel.index + rel[0].length)}`.trim();
    return `<a ${rest === '' ? '' : `${rest} `}rel="${[...words, 'nofollow'].join(' ')}">`;
  });
}
