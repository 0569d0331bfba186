import postcss, { type ChildNode } from 'postcss';

const mostBytes = 524_288;

/**
 * Styles that the service determined for a page, if they can be used: every rule must be one of the page's own, so no
 * foreign CSS can be injected. Null for empty styles and for anything else.
 */
export function acceptedCss(found: unknown, combined: string): string | null {
  if (typeof found !== 'string' || found.includes('</') || Buffer.byteLength(found) > mostBytes) return null;
  try {
    const root = postcss.parse(found);
    root.walkComments((comment) => {
      comment.remove();
    });
    if (root.nodes.length === 0) return null;
    const own = new Set(statements(postcss.parse(combined)));
    return statements(root).every((statement) => own.has(statement)) ? root.toString().trim() : null;
  } catch {
    return null;
  }
}

/** Every rule with its enclosing blocks, normalised so that white space makes no difference. */
function statements(container: { readonly nodes?: ChildNode[] | undefined }, around = ''): string[] {
  return (container.nodes ?? []).flatMap((node) => {
    if (node.type === 'comment') return [];
    if (node.type === 'atrule' && node.nodes && !/keyframes$|^font-face$|^page$|^property$/.test(node.name)) {
      const block = `${around}@${node.name} ${tidy(node.params)} `;
      return statements(node, block);
    }
    return [around + tidy(withoutComments(node))];
  });
}

function withoutComments(node: ChildNode): string {
  const copy = node.clone();
  if ('walkComments' in copy) {
    copy.walkComments((comment) => {
      comment.remove();
    });
  }
  return copy.toString();
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,>]) ?/g, '$1')
    .replace(/;}/g, '}')
    .trim();
