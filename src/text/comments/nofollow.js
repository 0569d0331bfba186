import { readTagAttributes } from '../sanitise/sanitise-tag.ts';
/**
 * Adds `rel="nofollow"` to every link of a comment, except links to the site itself, which are left unchanged. An
 * existing `rel` keeps its values and becomes the last attribute.
 */
export function nofollowLinks(text, siteUrl) {
  if (!/<a\s/i.test(text)) return text;
  const ownHost = hostOf(siteUrl);
  return text.replace(/<a\s([^<>]+)>/gi, (link, attributes) =>
    ownHost !== undefined && hostOf(hrefIn(attributes)) === ownHost ? link : nofollow(attributes),
  );
}
function nofollow(attributes) {
  const rel = relAttribute.exec(attributes);
  const words = (rel?.[1] ?? rel?.[2] ?? rel?.[3] ?? '')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== 'nofollow');
  const others = rel ? `${attributes.slice(0, rel.index)} ${attributes.slice(rel.index + rel[0].length)}` : attributes;
  const rest = withoutSlash(others.trim());
  if (rest === '') return rel ? `<a rel="${[...words, 'nofollow'].join(' ')}">` : '<a>';
  return `<a ${rest} rel="${[...words, 'nofollow'].join(' ')}">`;
}
const relAttribute = /(?<![^\s])rel\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
/** A link is never self-closing; its trailing slash would end up between the attributes. */
const withoutSlash = (attributes) => attributes.replace(/(^|[\s"'])\/$/, '$1').trimEnd();
const hrefIn = (attributes) =>
  readTagAttributes(attributes).find(({ name }) => name.toLowerCase() === 'href')?.value ?? '';
/** The host of an HTTP URL without its port; undefined for any other URL. */
function hostOf(address) {
  const url = /^\s*https?:/i.test(address) ? URL.parse(address) : null;
  return url?.hostname;
}
