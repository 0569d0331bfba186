import type { Device } from './page-queue.ts';
import {
  type Document,
  type Element,
  elementsOf,
  firstElement,
  imageName,
  isElement,
  isTextNode,
  type Node,
} from './page-tree.ts';

/** The properties of a screen that matter here: the width of a text column, and where the first screen ends. */
interface Screen {
  readonly column: number;
  readonly fold: number;
}

const screens: Readonly<Record<Device, Screen>> = {
  desktop: { column: 672, fold: 768 },
  mobile: { column: 358, fold: 844 },
};

const letterWidth = 9;
const lineHeight = 29;
const blockGap = 18;

/** How much taller the lines of a heading are. */
const headings: Readonly<Record<string, number>> = { h1: 2, h2: 1.5, h3: 1.2 };

const blocks = new Set(
  'address article aside blockquote body div dl dt dd figure figcaption footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
const unseen = new Set(['head', 'script', 'style', 'template', 'noscript', 'title']);

/** Names of the pictures that begin on the first screen, in order; estimated, since no browser renders the page. */
export function viewportImages(document: Document, device: Device): string[] {
  const body = firstElement(document, 'body');
  if (!body) return [];
  const flow = new Flow(screens[device]);
  flow.walk(body);
  return [...new Set(flow.seen)];
}

/** The names of all pictures of a page. */
export const pageImages = (document: Document): Set<string> =>
  new Set(elementsOf(document, 'img[src]').map((image) => imageName(image.attribs['src'] ?? '')));

class Flow {
  readonly seen: string[] = [];
  readonly #screen: Screen;
  #y = 0;
  #letters = 0;
  #scale = 1;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  walk(node: Node): void {
    if (this.#y > this.#screen.fold) return;
    if (isTextNode(node)) {
      this.#letters += node.data.replace(/\s+/g, ' ').trim().length;
      return;
    }
    if (!isElement(node) || unseen.has(node.name)) return;
    if (node.name === 'img') this.#placeImage(node);
    else if (node.name === 'br') this.#endLines();
    else if (blocks.has(node.name)) this.#block(node);
    else for (const child of node.childNodes) this.walk(child);
  }

  #block(element: Element): void {
    this.#endLines();
    const outer = this.#scale;
    this.#scale = headings[element.name] ?? outer;
    const before = this.#y;
    for (const child of element.childNodes) this.walk(child);
    this.#endLines();
    this.#scale = outer;
    if (this.#y > before) this.#y += blockGap;
  }

  #endLines(): void {
    const perLine = Math.max(1, Math.floor(this.#screen.column / (letterWidth * this.#scale)));
    this.#y += Math.ceil(this.#letters / perLine) * lineHeight * this.#scale;
    this.#letters = 0;
  }

  #placeImage(image: Element): void {
    this.#endLines();
    const name = imageName(image.attribs['src'] ?? '');
    if (name !== '' && this.#y < this.#screen.fold) this.seen.push(name);
    const [width, height] = [Number(image.attribs['width']) || 0, Number(image.attribs['height']) || 0];
    const shown = Math.min(width, this.#screen.column);
    this.#y += width > 0 && height > 0 ? (height * shown) / width : this.#screen.column / 2;
  }
}
