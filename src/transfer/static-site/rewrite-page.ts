import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { escapeHtml } from '../../text/entities.ts';

type Element = DefaultTreeAdapterTypes.Element;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type Place = NonNullable<Element['sourceCodeLocation']>;

/** What needs a running server on a page, by the kind of its form or link. */
export type DynamicPart = 'search' | 'comment form' | 'password form' | 'form' | 'link';

/** An address after the export: the one it has, another one, or none. */
export type NewAddress = { readonly href: string } | 'same' | 'none';

/** What becomes of the addresses and forms of a page. */
export interface PageRules {
  /** The new address of a link, picture, style sheet or frame. */
  readonly addressOf: (href: string) => Promise<NewAddress>;
  /** Where a form leads that needs a server; null where it is left out. */
  readonly formTarget: (part: DynamicPart) => string | null;
}

export interface RewrittenPage {
  readonly html: string;
  readonly dynamic: readonly DynamicPart[];
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The attributes with addresses, by element. */
const addressAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  script: ['src'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  video: ['src', 'poster'],
  audio: ['src'],
  track: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  image: ['href'],
};

/** Rewrites what needs a server; everything else keeps its bytes. */
export async function rewritePage(html: string, rules: PageRules): Promise<RewrittenPage> {
  const edits: Edit[] = [];
  const dynamic: DynamicPart[] = [];
  let removedTo = 0;
  for (const element of elementsIn(parse(html, { sourceCodeLocationInfo: true }))) {
    const place = element.sourceCodeLocation;
    // What the parser has added to the page has no place in it; what is inside a removed element goes with it.
    if (!place || place.startOffset < removedTo) continue;
    if (element.tagName === 'form') {
      const part = partOf(element);
      const whole = place.endTag ? place : { ...place, endOffset: endOfForm(html, place) };
      const edit = formEdit(element, whole, part, rules.formTarget(part));
      dynamic.push(part);
      edits.push(edit);
      if (edit.to >= whole.endOffset) removedTo = edit.to;
      continue;
    }
    edits.push(...(await styleEdits(element, rules)));
    for (const name of addressAttributes[element.tagName] ?? []) {
      const value = attribute(element, name);
      const range = place.attrs?.[name];
      if (value === null || !range) continue;
      const changed = name === 'srcset' ? await sourceSet(value, rules) : await rules.addressOf(value);
      if (changed === 'same') continue;
      if (changed !== 'none') {
        edits.push({
          from: range.startOffset,
          to: range.endOffset,
          text: `${name}="${escapeHtml(changed.href)}"`,
        });
        continue;
      }
      if (element.tagName === 'a' || element.tagName === 'area') {
        dynamic.push('link');
        edits.push({ from: range.startOffset, to: range.endOffset, text: '' });
      } else {
        edits.push({ from: place.startOffset, to: place.endOffset, text: '' });
        removedTo = place.endOffset;
        break;
      }
    }
  }
  return { html: applied(html, edits), dynamic };
}

/** The parser ends a form that stands between the rows of a table at once; in the text it goes on. */
function endOfForm(html: string, { startOffset, endOffset }: Place): number {
  const endTag = /<\/form\s*>/gi;
  endTag.lastIndex = startOffset;
  return endTag.exec(html) ? endTag.lastIndex : endOffset;
}

/** The addresses in the style of an element, or in a style sheet of the page. */
async function styleEdits(element: Element, rules: PageRules): Promise<Edit[]> {
  const edits: Edit[] = [];
  const style = attribute(element, 'style');
  const range = element.sourceCodeLocation?.attrs?.['style'];
  if (style !== null && range) {
    const text = await rewriteStyle(style, rules);
    if (text !== style)
      edits.push({ from: range.startOffset, to: range.endOffset, text: `style="${escapeHtml(text)}"` });
  }
  if (element.tagName !== 'style') return edits;
  for (const node of element.childNodes) {
    const place = node.sourceCodeLocation;
    if (!('value' in node) || !place) continue;
    const text = await rewriteStyle(node.value, rules);
    if (text !== node.value) edits.push({ from: place.startOffset, to: place.endOffset, text });
  }
  return edits;
}

/** Addresses in quotes or without. */
const styleAddress = /url\(\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'()]+))\s*\)/gi;

async function rewriteStyle(style: string, rules: PageRules): Promise<string> {
  let text = '';
  let at = 0;
  for (const found of style.matchAll(styleAddress)) {
    const changed = await rules.addressOf(found[1] ?? found[2] ?? found[3] ?? '');
    if (changed === 'same') continue;
    const href = changed === 'none' ? '' : changed.href.replace(/["\\\n]/g, encodeURIComponent);
    text += `${style.slice(at, found.index)}url("${href}")`;
    at = found.index + found[0].length;
  }
  return text + style.slice(at);
}

function* elementsIn(parent: ParentNode): Generator<Element> {
  for (const node of parent.childNodes) {
    if ('tagName' in node) {
      yield node;
      yield* elementsIn('content' in node ? node.content : node);
    }
  }
}

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

function partOf(form: Element): DynamicPart {
  const action = attribute(form, 'action') ?? '';
  if (attribute(form, 'role') === 'search' || controls(form).some((one) => attribute(one, 'name') === 's'))
    return 'search';
  if (action.includes('wp-comments-post.php')) return 'comment form';
  return action.includes('action=postpass') ? 'password form' : 'form';
}

const controls = (form: Element): Element[] =>
  [...elementsIn(form)].filter(({ tagName }) => tagName === 'input' || tagName === 'button');

/** A form for searching leads to the server; any other becomes a link to the page there, since its tokens expire. */
function formEdit(form: Element, place: Place, part: DynamicPart, target: string | null): Edit {
  const whole = { from: place.startOffset, to: place.endOffset };
  if (target === null) return { ...rangeWithHeading(form, place), text: '' };
  if (part !== 'search') {
    const id = attribute(form, 'id');
    const href = id === null ? target : `${target}#${id}`;
    return { ...whole, text: `<p><a href="${escapeHtml(href)}" rel="nofollow">${escapeHtml(labelOf(form))}</a></p>` };
  }
  const action = place.attrs?.['action'];
  const text = `action="${escapeHtml(target)}"`;
  if (action) return { from: action.startOffset, to: action.endOffset, text };
  const at = (place.startTag?.startOffset ?? place.startOffset) + '<form'.length;
  return { from: at, to: at, text: ` ${text}` };
}

/** Themes put the form for comments and its heading into an element of this id. */
function rangeWithHeading(form: Element, place: Place): Pick<Edit, 'from' | 'to'> {
  const parent = form.parentNode;
  const isWrapper = parent !== null && 'tagName' in parent && attribute(parent, 'id') === 'respond';
  const { startOffset, endOffset } = (isWrapper ? parent.sourceCodeLocation : null) ?? place;
  return { from: startOffset, to: endOffset };
}

/** What the button of a form says. */
function labelOf(form: Element): string {
  const button = controls(form).findLast(
    (one) => (attribute(one, 'type') ?? (one.tagName === 'button' ? 'submit' : 'text')) === 'submit',
  );
  const text = button && (attribute(button, 'value') || textOf(button));
  return text || attribute(form, 'aria-label') || '…';
}

function textOf(parent: ParentNode): string {
  return parent.childNodes
    .map((node) => ('value' in node ? node.value : 'childNodes' in node ? textOf(node) : ''))
    .join('')
    .trim();
}

async function sourceSet(value: string, rules: PageRules): Promise<NewAddress> {
  let isChanged = false;
  const candidates: string[] = [];
  for (const [, href = '', width = ''] of value.matchAll(/[\s,]*(\S*[^\s,])(?:\s+([^,]+))?(?:,|$)/g)) {
    const changed = await rules.addressOf(href);
    isChanged ||= changed !== 'same';
    if (changed !== 'none') candidates.push(`${changed === 'same' ? href : changed.href} ${width}`.trim());
  }
  return isChanged ? { href: candidates.join(', ') } : 'same';
}

function applied(html: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < at) continue;
    text += html.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return text + html.slice(at);
}
