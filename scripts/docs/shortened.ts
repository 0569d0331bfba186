const longestText = 90;
const mostMembers = 40;
const mostNested = 6;

/** An answer short enough to read: lists show their first item, long texts are cut, links are left out. */
export function shortened(text: string): string {
  if (text === '') return '';
  try {
    return JSON.stringify(shorten(JSON.parse(text), 0), null, 2);
  } catch {
    return JSON.stringify(text.slice(0, longestText));
  }
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  if (Array.isArray(value)) return value.slice(0, depth === 0 ? 1 : 4).map((item) => shorten(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const left = depth === 0 && 'openapi' in value ? ['info', 'tags', 'security', 'components'] : ['_links'];
  const members = Object.entries(value).filter(([name]) => !left.includes(name));
  const most = depth < 2 ? mostMembers : mostNested;
  const routes = depth === 0 && ['routes', 'paths'].find((name) => name in value);
  return Object.fromEntries(
    members
      .slice(0, most)
      .map(([name, member]) => [name, name === routes ? firstRoute(member) : shorten(member, depth + 1)]),
  );
}

/** Descriptions list every route; one shows what they look like. */
function firstRoute(routes: unknown): unknown {
  const [first] = typeof routes === 'object' && routes !== null ? Object.entries(routes) : [];
  return first ? { [first[0]]: shorten(first[1], 1) } : {};
}
