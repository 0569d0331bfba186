/** How many links a browser, or a lenient parser, would find in a rendered text. Runs in linear time. */
export function countLinks(rendered: string): number {
  let links = 0;
  let end = 0;
  for (const { index } of rendered.matchAll(/<a\s/gi)) {
    if (index < end) continue;
    const close = rendered.indexOf('>', index);
    end = close === -1 ? rendered.length : close;
    if (/href/i.test(rendered.slice(index, end))) links += 1;
  }
  return links;
}
