import { describe, expect, it, vi } from 'vitest';
import { connectPreview, type PreviewOptions, type PreviewPage, type PreviewPart, showField } from './preview.ts';

const editor = 'https://cms.test/blog/';
const origin = 'https://cms.test';
const token = '7.1794860130.12.Zk3VhQ0mPp1xT7bW2cYd8rLfNa5sEuGj';

/** A marked part of a page, without a browser. */
function part(field: string | null, more: Partial<PreviewPart> = {}): PreviewPart {
  const attributes = new Map(field === null ? [] : [['data-platen-field', field]]);
  const made: PreviewPart = {
    innerHTML: '',
    textContent: '',
    tabIndex: -1,
    hidden: false,
    getAttribute: (name) => attributes.get(name) ?? null,
    setAttribute: (name, value) => void attributes.set(name, value),
    removeAttribute: (name) => void attributes.delete(name),
    hasAttribute: (name) => attributes.has(name),
    matches: () => false,
    closest: () => made,
    querySelector: () => null,
    ...more,
  };
  return made;
}

type Message = Parameters<Parameters<PreviewPage['addEventListener']>[1]>[0];
type Click = Parameters<Parameters<PreviewPage['document']['addEventListener']>[1]>[0];

/** A page in a frame of the editor, or in a tab that it opened. */
function pageWith(
  parts: readonly PreviewPart[],
  { isTab = false, href = `https://front.test/?preview=${token}` } = {},
) {
  const told: [message: unknown, origin: string][] = [];
  const editorWindow = { postMessage: (message: unknown, to: string) => void told.push([message, to]) };
  const messages = new Set<(event: Message) => void>();
  const clicks = new Map<string, (event: Click) => void>();
  const page: PreviewPage = {
    get parent() {
      return isTab ? page : editorWindow;
    },
    opener: isTab ? editorWindow : null,
    location: { href },
    postMessage() {},
    CSSStyleSheet: class {
      replaceSync() {}
    },
    addEventListener: (_type, listener) => void messages.add(listener),
    removeEventListener: (_type, listener) => void messages.delete(listener),
    document: {
      adoptedStyleSheets: [],
      querySelectorAll: () => parts,
      addEventListener: (type, listener) => void clicks.set(type, listener),
      removeEventListener: (type) => void clicks.delete(type),
    },
  };
  const receive = (message: Partial<Message>) => {
    const data = { platen: 'changed', post: 7, type: 'post', token, item: { title: { rendered: 'A &amp; b' } } };
    for (const listener of messages) listener({ source: editorWindow, origin, data, ...message });
  };
  const act = (type: 'click' | 'keydown', target: Partial<PreviewPart>, key?: string) => {
    const preventDefault = vi.fn();
    clicks.get(type)?.({ type, target, preventDefault, ...(key === undefined ? {} : { key }) });
    return preventDefault;
  };
  const connect = (more: Partial<PreviewOptions> = {}) => connectPreview({ editor, ...more }, page);
  return { page, told, receive, act, connect, messages, clicks };
}

describe('a page in the editor', () => {
  it.each([false, true])('says that it is there, to the origin of the editor only (in a tab: %s)', (isTab) => {
    const { told, connect, receive } = pageWith([part('title')], { isTab });
    connect();
    receive({});
    expect(told).toEqual([[{ platen: 'ready' }, origin]]);
  });

  it('puts what changed into the marked parts', () => {
    const [title, price, text] = [part('title'), part('meta.price'), part('content')];
    const { connect, receive } = pageWith([title, price, text]);
    connect();
    const item = { title: { rendered: 'A &amp; b' }, meta: { price: 3 }, content: { rendered: '<p>One</p>' } };
    const change = { platen: 'changed', post: 7, type: 'post', token, item };
    receive({ data: change });
    expect([title.innerHTML, price.textContent, text.innerHTML]).toEqual(['A &amp; b', '3', '<p>One</p>']);
    // What is as it was is left alone, so that what plays or is open in it stays so.
    text.innerHTML = 'played';
    receive({ data: { ...change, item: { ...item, meta: { price: 4 } } } });
    expect([price.textContent, text.innerHTML]).toEqual(['4', 'played']);
  });

  it.each<[string, Partial<Message>]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['a page without an origin', { origin: 'null' }],
    ['another window of the origin of the editor', { source: { postMessage() {} } }],
    ['no window', { source: null }],
    ['another form', { data: 'changed' }],
    ['no item', { data: { platen: 'changed', post: 7, token, item: null } }],
    ['another item', { data: { platen: 'changed', post: 8, token: '8.1.1.x', item: { title: { rendered: 'x' } } } }],
    ['no token', { data: { platen: 'changed', post: 7, token: '', item: { title: { rendered: 'x' } } } }],
  ])('ignores messages with %s', (_what, message) => {
    const title = part('title', { innerHTML: 'as it was' });
    const onChange = vi.fn();
    for (const options of [{}, { onChange }]) {
      const { connect, receive, clicks } = pageWith([title]);
      connect(options);
      receive(message);
      expect([title.innerHTML, clicks.size]).toEqual(['as it was', 0]);
    }
    expect(onChange).not.toHaveBeenCalled();
  });

  it('leaves the page to whoever wants to be told, or to show a field in another way', () => {
    const title = part('title', { innerHTML: 'as it was' });
    const [onChange, show] = [vi.fn(), vi.fn()];
    const told = pageWith([title]);
    told.connect({ onChange });
    told.receive({});
    expect(onChange).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ post: 7, type: 'post', token }));
    const shown = pageWith([title]);
    shown.connect({ show });
    shown.receive({});
    expect(show).toHaveBeenCalledExactlyOnceWith(title, 'title', { title: { rendered: 'A &amp; b' } });
    expect(title.innerHTML).toBe('as it was');
  });

  it('knows its item by its number where its address has no token', () => {
    const title = part('title');
    const { connect, receive } = pageWith([title], { href: 'https://front.test/hello/' });
    connect({ post: 8 });
    receive({});
    expect(title.innerHTML).toBe('');
    connect({ post: 7 });
    receive({});
    expect(title.innerHTML).toBe('A &amp; b');
  });

  it('leads from a marked part to its field, by mouse and keyboard', () => {
    const title = part('title');
    const { connect, receive, act, told } = pageWith([title]);
    connect();
    expect(act('click', title)).not.toHaveBeenCalled();
    receive({});
    expect(title.tabIndex).toBe(0);
    expect(act('click', title)).toHaveBeenCalled();
    expect(act('keydown', title, 'Enter')).toHaveBeenCalled();
    expect(act('keydown', title, 'a')).not.toHaveBeenCalled();
    // Within the part is a link, which is followed; beside it is nothing that is marked.
    const link = part(null);
    expect(act('click', link)).not.toHaveBeenCalled();
    expect(act('click', {})).not.toHaveBeenCalled();
    const focus = [{ platen: 'focus', field: 'title' }, origin];
    expect(told.slice(1)).toEqual([focus, focus]);
  });

  it('is as it was once the connection is closed', () => {
    const title = part('title');
    const { page, connect, receive, messages, clicks } = pageWith([title]);
    const removed = vi.spyOn(title, 'removeAttribute');
    const connection = connect();
    receive({});
    expect(page.document.adoptedStyleSheets).toHaveLength(1);
    connection.close();
    expect([messages.size, clicks.size, page.document.adoptedStyleSheets.length]).toEqual([0, 0, 0]);
    expect(removed).toHaveBeenCalledWith('tabindex');
  });
});

it('nothing happens on a server', () => {
  expect(() => connectPreview({ editor }).close()).not.toThrow();
});

describe('a tab', () => {
  it('of the editor keeps no way to it for the pages after it, and can connect again itself', () => {
    const { page, told, connect } = pageWith([part('title')], { isTab: true });
    const set: unknown[] = [];
    let { opener } = page;
    Object.defineProperty(page, 'opener', {
      get: () => opener,
      set: (value) => {
        set.push(value);
        opener = value;
      },
    });
    connect().close();
    // Browsers forget the way for good at the first, and the second is a value of this page alone.
    expect(set).toEqual([null, expect.anything()]);
    connect();
    expect(told).toHaveLength(2);
  });

  it('that was loaded again, or that nobody opened, says nothing until the editor does', () => {
    const title = part('title');
    const { page, told, receive, act, connect } = pageWith([title], { isTab: true });
    page.opener = null;
    connect();
    receive({ origin: 'https://evil.test' });
    act('click', title);
    expect([told, title.innerHTML]).toEqual([[], '']);
    receive({});
    expect(title.innerHTML).toBe('A &amp; b');
    act('click', title);
    expect(told).toEqual([[{ platen: 'focus', field: 'title' }, origin]]);
  });
});

it('shows the featured picture in its image', () => {
  const image = part(null, { matches: () => true });
  const figure = part('featured_media', { querySelector: () => image });
  const media = { source_url: 'https://cms.test/a.png', alt_text: 'A river' };
  for (const one of [figure, image]) {
    image.setAttribute('srcset', 'b.png 2x');
    showField(one, 'featured_media', { featured_media: 3, _embedded: { 'wp:featuredmedia': [media] } });
    expect(['src', 'alt', 'srcset'].map((name) => image.getAttribute(name))).toEqual([
      media.source_url,
      'A river',
      null,
    ]);
    expect(image.hidden).toBe(false);
  }
  showField(figure, 'featured_media', { featured_media: 0 });
  expect(image.hidden).toBe(true);
  expect(() => showField(part('featured_media'), 'featured_media', { featured_media: 0 })).not.toThrow();
});
