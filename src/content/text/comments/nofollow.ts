/** Gives every link of a comment `rel="nofollow"`; an existing rel keeps its words and moves to the end. */
export function nofollowLinks(text: string): string {
  if (!/<a\s/i.test(text)) return text;
  return text.replace(/<a\s([^<>]+)>/gi, (_, attributes: string) => {
    const rel = relAttribute.exec(attributes);
    const words = (rel?.[1] ?? rel?.[2] ?? rel?.[3] ?? '')
      .split(/\s+/)
      .filter((word) => word !== '' && word !== 'nofollow');
    const others = rel
      ? `${attributes.slice(0, rel.index)} ${attributes.slice(rel.index + rel[0].length)}`
      : attributes;
    const rest = withoutSlash(others.trim());
    if (rest === '') return rel ? `<a rel="${[...words, 'nofollow'].join(' ')}">` : '<a>';
    return `<a ${rest} rel="${[...words, 'nofollow'].join(' ')}">`;
  });
}

const relAttribute = /(?<![^\s])rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** A link cannot close itself; the slash that pretends so would end up between the attributes. */
const withoutSlash = (attributes: string): string => attributes.replace(/(^|[\s"'])\/$/, '$1').trimEnd();
