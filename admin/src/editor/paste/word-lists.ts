/** What Word calls a list: paragraphs whose style names a list and a level. */
const listStyle = /mso-list:\s*\S+\s+level(\d+)/i;

/** The nodes of a body in which paragraphs of Word lists are lists. */
export function wordList(body: HTMLElement): readonly Node[] {
  const items = [...body.querySelectorAll('p,h1,h2,h3,h4,h5,h6,li')].filter((element) => levelOf(element) > 0);
  for (const item of items) if (item.parentNode) gather(item);
  return [...body.childNodes];
}

function levelOf(element: Element): number {
  return Number(listStyle.exec(element.getAttribute('style') ?? '')?.[1] ?? 0);
}

/** Puts a paragraph, and those of the same list right after it, into lists that are as deep as their levels. */
function gather(first: Element): void {
  // It was gathered with the one before it.
  if (first.tagName === 'LI' || levelOf(first) === 0) return;
  const owner = first.ownerDocument;
  const open: { readonly list: Element; readonly level: number }[] = [];
  const place = owner.createComment('');
  first.before(place);
  let root: Element | null = null;
  for (let at: Element | null = first; at && levelOf(at) > 0 && at.tagName !== 'LI'; ) {
    const next: Element | null = at.nextElementSibling;
    const level = levelOf(at);
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    const last = open.at(-1);
    if (!last || last.level < level) {
      const list = owner.createElement(at.querySelector('.word-bullet-ol') ? 'ol' : 'ul');
      if (last) (last.list.lastElementChild ?? last.list).append(list);
      else root = list;
      open.push({ list, level });
    }
    for (const bullet of at.querySelectorAll('.word-bullet-ol,.word-bullet-ul')) bullet.remove();
    const item = owner.createElement('li');
    const paragraph = owner.createElement('p');
    paragraph.append(...at.childNodes);
    item.append(paragraph);
    open.at(-1)?.list.append(item);
    at.remove();
    at = next;
  }
  if (root) place.replaceWith(root);
  else place.remove();
}
