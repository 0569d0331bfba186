import { type PseudoSelector, type Selector, SelectorType } from 'css-what';

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
