/** How many pages are named on each side of the shown one, and at both ends. */
const nearby = 2;
const atEnds = 1;

/** The numbers of the pages of a list, each a link but the shown one. The address of a page can be put in an attribute. */
export function pageNumbers(shown: number, pages: number, addressOf: (page: number) => string): string {
  const parts: string[] = [];
  let skipped = false;
  for (let page = 1; page <= pages; page++) {
    const isNamed = Math.abs(page - shown) <= nearby || page <= atEnds || page > pages - atEnds;
    if (page === shown) parts.push(`<span aria-current="page" class="page-numbers current">${page}</span>`);
    else if (isNamed) parts.push(`<a class="page-numbers" href="${addressOf(page)}">${page}</a>`);
    else if (!skipped) parts.push('<span class="page-numbers dots">&hellip;</span>');
    skipped = !isNamed;
  }
  return parts.join('\n');
}

const arrows: Readonly<Record<string, readonly [previous: string, next: string]>> = {
  arrow: ['←', '→'],
  chevron: ['«', '»'],
};

/** The arrow beside a link to another page, for readers who see it; `block` is the name of the links around it. */
export function pageArrow(kind: string | undefined, block: string, side: 'previous' | 'next'): string {
  const pair = kind !== undefined && Object.hasOwn(arrows, kind) ? arrows[kind] : undefined;
  if (!pair) return '';
  return `<span class='wp-block-${block}-${side}-arrow is-arrow-${kind}' aria-hidden='true'>${pair[side === 'previous' ? 0 : 1]}</span>`;
}
