/**
 * `platen/preview`: shows what is typed in the editor of Platen in a page of a front end, before it is saved. The page runs in
 * a frame of the editor or in a tab that it opened; anywhere else nothing happens.
 */

/** What the editor tells a page after each change: the item as the interface shows it, with what is not saved. */
export interface PreviewChange {
  readonly platen: 'changed';
  readonly post: number;
  readonly type: string;
  readonly token: string;
  readonly item: PreviewItem;
}

/** What a page tells the editor. */
export type PreviewAnswer = { readonly platen: 'ready' } | { readonly platen: 'focus'; readonly field: string };

export type PreviewItem = Readonly<Record<string, unknown>>;

export interface PreviewOptions {
  /** Address of Platen. Messages from and to other origins are neither heard nor sent. */
  readonly editor: string;
  /** The item of the page, where the address of the page does not contain the token. */
  readonly post?: number;
  /** Told of each change; the page is left alone then. Without it the values are put into the marked parts. */
  onChange?(change: PreviewChange): void;
  /** Puts a field into a marked part, in place of `showField`. */
  show?(part: PreviewPart, field: string, item: PreviewItem): void;
}

export interface PreviewConnection {
  close(): void;
}

const attribute = 'data-platen-field';
const marked = `[${attribute}]`;
/** What does something itself when it is clicked. */
const active = 'a,button,input,select,textarea,label,summary';
const style = `${marked}{cursor:pointer}${marked}:is(:hover,:focus-visible){outline:2px solid #2563eb;outline-offset:3px}`;

/**
 * Connects the page with the editor that shows it. Elements with `data-platen-field="title"` (`content`, `excerpt`,
 * `featured_media`, `meta.price`) are parts that follow the text, and that lead to their field when they are clicked.
 */
export function connectPreview(
  { editor, post, onChange, show = showField }: PreviewOptions,
  page: PreviewPage | object = globalThis,
): PreviewConnection {
  // On a server there is no page, and so no editor either.
  if (!isPage(page)) return { close() {} };
  const { origin } = new URL(editor);
  const { document } = page;
  /** The window of the editor; null in a tab that was loaded again, until the editor says something. */
  let opener = page.parent === page ? page.opener : page.parent;
  if (page.opener) {
    // Whatever this tab shows next cannot reach the editor, and lead it to a page that looks like it.
    page.opener = null;
    // For this page alone, which may connect again.
    page.opener = opener;
  }
  const parts = (): PreviewPart[] => [...document.querySelectorAll(marked)];
  const tell = (message: PreviewAnswer): void => opener?.postMessage(message, origin);
  const reached = new Set<PreviewPart>();
  let sheet: object | undefined;
  let last: PreviewItem = {};

  const receive = ({ source, origin: from, data }: PreviewMessage): void => {
    if (from !== origin || (opener && source !== opener) || !isChange(data)) return;
    // A reader may have followed a link to a page of another item.
    if (post === undefined ? !page.location.href.includes(data.token) : post !== data.post) return;
    opener = source;
    if (onChange) onChange(data);
    else
      for (const part of parts()) {
        const field = fieldOf(part);
        if (JSON.stringify(valueAt(data.item, field)) !== JSON.stringify(valueAt(last, field)))
          show(part, field, data.item);
      }
    last = data.item;
    mark();
  };
  const mark = (): void => {
    if (!sheet) {
      // A sheet that is made by a script needs no exception in the content security policy.
      const made = new page.CSSStyleSheet();
      made.replaceSync(style);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
      sheet = made;
      document.addEventListener('click', choose, true);
      document.addEventListener('keydown', choose, true);
    }
    for (const part of parts()) {
      if (part.tabIndex >= 0) continue;
      part.tabIndex = 0;
      reached.add(part);
    }
  };
  const choose = (event: PreviewEvent): void => {
    const part = event.target?.closest?.(`${marked},${active}`);
    const isChosen = event.type === 'click' || (event.key === 'Enter' && event.target === part);
    if (!isChosen || !part?.hasAttribute(attribute)) return;
    event.preventDefault();
    tell({ platen: 'focus', field: fieldOf(part) });
  };

  page.addEventListener('message', receive);
  tell({ platen: 'ready' });
  return {
    close() {
      page.removeEventListener('message', receive);
      document.removeEventListener('click', choose, true);
      document.removeEventListener('keydown', choose, true);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      for (const part of reached) part.removeAttribute('tabindex');
    },
  };
}

/** Puts a field into a part: HTML where the interface renders it, else text; the featured picture into the `img`. */
export function showField(part: PreviewPart, field: string, item: PreviewItem): void {
  const value = valueAt(item, field);
  const html = valueAt(value, 'rendered');
  if (field === 'featured_media') showPicture(part, valueAt(item, '_embedded.wp:featuredmedia.0'));
  else if (typeof html === 'string') part.innerHTML = html;
  else part.textContent = String(value ?? '');
}

function showPicture(part: PreviewPart, picture: unknown): void {
  const image = part.matches('img') ? part : part.querySelector('img');
  if (!image) return;
  image.hidden = !picture;
  image.removeAttribute('srcset');
  image.setAttribute('src', String(valueAt(picture, 'source_url') ?? ''));
  image.setAttribute('alt', String(valueAt(picture, 'alt_text') ?? ''));
}

const fieldOf = (part: PreviewPart): string => part.getAttribute(attribute) ?? '';

/** The value at a path such as `meta.price`; undefined where there is none. */
const valueAt = (item: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), item);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isPage = (page: object): page is PreviewPage => 'document' in page;

const isChange = (data: unknown): data is PreviewChange =>
  isObject(data) && data['platen'] === 'changed' && !!data['token'] && isObject(data['item']);

/** As much of an element as is used; the types of browsers are not in those of every runtime. */
export interface PreviewPart {
  innerHTML: string;
  textContent: string | null;
  tabIndex: number;
  hidden: boolean;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): PreviewPart | null;
  querySelector(selector: string): PreviewPart | null;
}

interface PreviewEvent {
  readonly type: string;
  readonly key?: string;
  /** Not always an element. */
  readonly target: Partial<PreviewPart> | null;
  preventDefault(): void;
}

interface PreviewMessage {
  readonly source: PreviewWindow | null;
  readonly origin: string;
  readonly data: unknown;
}

interface Listening<Event> {
  addEventListener(type: string, listener: (event: Event) => void, capture?: boolean): void;
  removeEventListener(type: string, listener: (event: Event) => void, capture?: boolean): void;
}

/** As much of a window as is used. */
export interface PreviewPage extends Listening<PreviewMessage>, PreviewWindow {
  readonly parent: PreviewWindow | null;
  opener: PreviewWindow | null;
  readonly location: { readonly href: string };
  readonly document: Listening<PreviewEvent> & {
    adoptedStyleSheets: readonly object[];
    querySelectorAll(selector: string): Iterable<PreviewPart>;
  };
  readonly CSSStyleSheet: new () => { replaceSync(text: string): void };
}

interface PreviewWindow {
  postMessage(message: PreviewAnswer, origin: string): void;
}
