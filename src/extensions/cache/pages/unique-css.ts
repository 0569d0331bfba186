import { compile, is } from 'css-select';
import { type PseudoSelector, parse as parseSelector, type Selector, SelectorType, stringify } from 'css-what';
import type { AtRule, ChildNode, Root, Rule } from 'postcss';
import postcss from 'postcss';
import { type Document, type Element, elementsOf, type Node } from './page-tree.ts';

/** The subset of a page's styles that it uses. Rules that cannot be evaluated stay. */
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

/** At-rules whose inner rules are checked one by one. */
const groups = new Set(['media', 'supports', 'layer', 'container', 'scope', 'starting-style']);

function dropUnused(container: { readonly nodes?: ChildNode[] | undefined }, isUsed: (rule: Rule) => boolean): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule' && !isUsed(node)) node.remove();
    if (node.type !== 'atrule' || !groups.has(node.name) || !node.nodes) continue;
    dropUnused(node, isUsed);
    if (node.nodes.length === 0) node.remove();
  }
}

const declaresCustom = (rule: Rule): boolean =>
  rule.nodes.some((node) => node.type === 'decl' && node.prop.startsWith('--'));

/** Font faces and keyframes stay if a remaining rule names them. */
function dropUnnamed(root: Root): void {
  const [fonts, animations]: [string[], string[]] = [[], []];
  root.walkDecls((declaration) => {
    const { parent } = declaration;
    if (parent?.type === 'atrule' && 'name' in parent && parent.name === 'font-face') return;
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

/** An item of the keep list is a substring of a selector, or a pattern between slashes. */
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
    const test = compile<Node, Element>(stringify(parseSelector(selector).map(staticSelector)));
    return elements.some((element) => is(element, test));
  } catch {
    // A selector that the parser does not support may still match.
    return true;
  }
}

/** A selector as far as it can be evaluated on a static page: parts that may become true count as true. */
export function staticSelector(compound: Selector[]): Selector[] {
  const fixed = withoutDynamics(compound);
  return fixed.length === 0 ? [anything] : fixed;
}

/** Pseudo-classes that depend only on the document's structure; all others change while the page is used. */
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

function withoutDynamics(compound: Selector[]): Selector[] {
  const fixed: Selector[] = [];
  for (const part of compound) {
    if (part.type === 'pseudo-element') continue;
    if (part.type !== 'pseudo') fixed.push(part);
    else if (structural.has(part.name) && !hasDynamics(part.data)) fixed.push(part);
    else if (part.name !== 'not' && structural.has(part.name) && Array.isArray(part.data))
      fixed.push({ ...part, data: part.data.map(staticSelector) });
  }
  return fixed;
}

const anything: Selector = { type: SelectorType.Universal, namespace: null };

function hasDynamics(data: PseudoSelector['data']): boolean {
  if (!Array.isArray(data)) return false;
  return data.some((compound) => withoutDynamics(compound).length !== compound.length);
}
