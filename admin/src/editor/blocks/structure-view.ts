import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { isOwn } from '../visual/picture.ts';
import classes from './blocks.module.css';
import { type Facts, readFacts, tagAttribute } from './edit-source.ts';

/** Shows a block with what is edited in it; what stands around that is shown as far as this site has it. */
export const structureView: NodeViewRenderer = ({ node: first }) => {
  const dom = document.createElement('div');
  const media = document.createElement('div');
  const contentDOM = document.createElement('div');
  media.contentEditable = 'false';
  media.dataset['media'] = '';
  contentDOM.className = classes['inside'] ?? '';
  dom.append(media, contentDOM);
  let shown = '';
  const show = (node: Node) => {
    const [open = '', close = ''] = (node.attrs['wrap'] as readonly string[] | null) ?? [];
    if (shown === open + close) return;
    shown = open + close;
    const facts = readFacts(open);
    dom.className = classes[node.type.name === 'box' ? 'box' : 'figure'] ?? '';
    dom.dataset['kind'] = String(node.attrs['kind'] ?? '').replace(/^core-embed\/.*/, 'embed');
    dom.dataset['align'] = String(
      facts['align'] ?? tagAttribute(shown, 'figure|div|p', 'class')?.match(/\balign(left|right|center)\b/)?.[1] ?? '',
    );
    dom.dataset['layout'] = layoutOf(facts);
    showStyle(dom, facts, open);
    media.replaceChildren(...mediaOf(open, close));
  };
  show(first);
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type !== first.type || node.attrs['kind'] !== first.attrs['kind']) return false;
      show(node);
      return true;
    },
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
};

function layoutOf(facts: Facts): string {
  const layout = (facts['layout'] ?? {}) as Facts;
  if (layout['type'] === 'grid') return 'grid';
  if (layout['type'] !== 'flex') return '';
  return layout['orientation'] === 'vertical' ? 'stack' : 'row';
}

const colour = /^#[0-9a-f]{3,8}$/i;

/** Sizes and colours that are stored with the block; those of the theme are not known here. */
function showStyle({ style }: HTMLElement, facts: Facts, open: string): void {
  const { color } = (facts['style'] ?? {}) as Facts;
  const { text, background } = (color ?? {}) as Facts;
  const ground = background ?? facts['customOverlayColor'];
  const width = facts['width'];
  style.color = colour.test(String(text)) ? String(text) : '';
  style.backgroundColor = colour.test(String(ground)) ? String(ground) : '';
  style.flexBasis = facts['width'] !== undefined && /^[\d.]+(?:%|px|em|rem)$/.test(String(width)) ? String(width) : '';
  style.textAlign = /\bhas-text-align-(left|center|right)\b/.exec(open)?.[1] ?? '';
}

/** Pictures, films and sounds of this site; others are named, so that the page asks no other server for anything. */
function mediaOf(open: string, close: string): HTMLElement[] {
  const source = `${open}\n${close}`;
  for (const tag of ['img', 'video', 'audio'] as const) {
    const address = tagAttribute(source, tag, 'src');
    if (address === null) continue;
    const name = tagAttribute(source, tag, 'alt') || address;
    if (!isOwn(address)) return [named(name)];
    const element = document.createElement(tag);
    element.src = address;
    if (element instanceof HTMLImageElement) element.alt = tagAttribute(source, tag, 'alt') ?? '';
    else {
      element.controls = true;
      element.preload = 'metadata';
    }
    return [element];
  }
  const embedded = /class="[^"]*wp-block-embed__wrapper[^"]*">\s*(https?:[^\s<]+)/.exec(source)?.[1];
  return embedded ? [named(embedded.replaceAll('&amp;', '&'))] : [];
}

function named(text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = classes['named'] ?? '';
  element.textContent = text;
  return element;
}

/** Shows a text of a block; one that is empty says what it is for. */
export const slotView: NodeViewRenderer = ({ node: first }) => {
  const dom = document.createElement('div');
  dom.className = classes['slot'] ?? '';
  const show = (node: Node) => {
    const open = String((node.attrs['wrap'] as readonly string[] | null)?.[0] ?? '');
    dom.dataset['slot'] = String(node.attrs['tag']);
    dom.toggleAttribute('data-empty', node.content.size === 0);
    dom.style.textAlign = /\bhas-text-align-(left|center|right)\b/.exec(open)?.[1] ?? '';
  };
  show(first);
  return {
    dom,
    contentDOM: dom,
    update(node) {
      if (node.type !== first.type || node.attrs['tag'] !== first.attrs['tag']) return false;
      show(node);
      return true;
    },
    ignoreMutation: (mutation) => mutation.type === 'attributes' && mutation.target === dom,
  };
};
