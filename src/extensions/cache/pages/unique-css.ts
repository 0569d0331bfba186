import { compile, is } from 'css-select';
import { parse as parseSelector, type Selector, SelectorType, stringify } from 'css-what';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';
import { type Document, type Element, elementsOf, type Node } from './page-tree.ts';

/** The styles a page uses, out of those it carries. What cannot be judged stays. */
export function uniqueCss(css: string, document: Document, keep: readonly string[]): string {
  const root = postcss.parse(css);
  const elements = elementsOf(document, '*');
  const keeps = keepRule(keep);
  dropUnused(root, (rule) => declaresCustom(rule) || keeps(rule.selector) || matchesAny(rule.selector, elements));
  dropUnnamed(root);
  root.walkComments((comment) => {
    comment.remove();
  });
  return root.toString().trim();
}

/** Blocks whose rules are judged one by one. */
const groups = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);

function dropUnused(container: Container<ChildNode> | Root, isUsed: (rule: Rule) => boolean): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule' && !isUsed(node)) node.remove();
    if (node.type !== 'atrule' || !groups.has(node.name) || !node.nodes) continue;
    dropUnused(node as Container<ChildNode>, isUsed);
    if (node.nodes.length === 0) node.remove();
  }
}

const declaresCustom = (rule: Rule): boolean =>
  rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--'));

/** Font faces and keyframes stay when what is left names them. */
function dropUnnamed(root: Root): void {
  const [fonts, animations]: [string[], string[]] = [[], []];
  root.walkDecls((declaration) => {
    if (declaration.parent?.type === 'atrule' && (declaration.parent as AtRule).name === 'font-face') return;
    if (/^font(?:-family)?$|^--/.test(declaration.prop)) fonts.push(declaration.value);
    if (/^(?:-webkit-)?animation(?:-name)?$|^--/.test(declaration.prop)) animations.push(declaration.value);
  });
  root.walkAtRules((rule) => {
    if (/keyframes$/.test(rule.name) && !names(animations, rule.params)) rule.remove();
    if (rule.name === 'font-face' && !names(fonts, familyOf(rule))) rule.remove();
  });
}

function familyOf(rule: AtRule): string {
  const family = rule.nodes?.find((node) => node.type === 'decl' && node.prop === 'font-family');
  return family?.type === 'decl' ? family.value.replace(/^["']|["']$/g, '') : '';
}

const names = (values: readonly string[], name: string): boolean =>
  name !== '' && values.some((value) => value.includes(name));

/** An item of the keep list is a part of a selector, or a pattern between slashes. */
function keepRule(keep: readonly string[]): (selector: string) => boolean {
  const tests = keep.map((item) => {
    const pattern = /^\/(.{1,200})\/$/.exec(item)?.[1];
    if (pattern === undefined) return (selector: string) => selector.includes(item);
    const expression = patternOf(pattern);
    return (selector: string) => expression?.test(selector) ?? false;
  });
  return (selector) => tests.some((test) => test(selector));
}

function patternOf(text: string): RegExp | null {
  try {
    return new RegExp(text);
  } catch {
    return null;
  }
}

function matchesAny(selector: string, elements: Element[]): boolean {
  try {
    const still = parseSelector(selector).map(withoutDynamics);
    const text = stringify(still.map(orAny));
    const test = compile<Node, Element>(text);
    return elements.some((element) => is(element, test));
  } catch {
    // A selector newer than its parser may well match.
    return true;
  }
}

/** Pseudo-classes that speak of the document's structure; all others change while the page is used. */
const structural = new Set([
  'root',
  'empty',
  'first-child',
  'last-child',
  'only-child',
  'nth-child',
  'nth-last-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'nth-of-type',
  'nth-last-of-type',
  'is',
  'where',
  'has',
  'matches',
  'not',
]);

/** The selector as far as it can be judged without anybody using the page: what may come true counts as true. */
function withoutDynamics(parts: Selector[]): Selector[] {
  const kept: Selector[] = [];
  for (const part of parts) {
    if (part.type === 'pseudo-element') continue;
    if (part.type !== 'pseudo') kept.push(part);
    else if (structural.has(part.name) && !hasDynamics(part.data)) kept.push(part);
    else if (part.name !== 'not' && structural.has(part.name) && Array.isArray(part.data))
      kept.push({ ...part, data: part.data.map(withoutDynamics).map(orAny) });
  }
  return kept;
}

const anything: Selector = { type: SelectorType.Universal, namespace: null };
const orAny = (parts: Selector[]): Selector[] => (parts.length === 0 ? [anything] : parts);

function hasDynamics(data: unknown): boolean {
  if (!Array.isArray(data)) return false;
  return (data as Selector[][]).some((parts) => withoutDynamics(parts).length !== parts.length);
}
