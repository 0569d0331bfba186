/** One condition for showing a group. */
export interface AcfRule {
  readonly param: string;
  readonly operator: '==' | '!=';
  readonly value: string;
}

/** Lists of rules, of which one must hold as a whole. */
export type AcfLocation = readonly (readonly AcfRule[])[];

/** Where a group is shown among the items of one owner. */
export interface AcfPlace {
  /** What an item must be besides; empty for every item. */
  readonly when: AcfLocation;
  /** Whether the interface shows the group to everyone who may read the item. */
  readonly isShown: boolean;
}

/** An owner of fields: a type, a taxonomy, users or comments. */
export interface AcfOwner {
  readonly object: 'post' | 'term' | 'user' | 'comment';
  readonly subtype: string;
  /** The taxonomies of a type. */
  readonly taxonomies?: readonly string[];
}

/** What is known of one item when it is decided whether it has a group; what was not loaded is left out. */
export interface AcfItem {
  readonly id: number;
  readonly status?: string;
  readonly parentId?: number;
  readonly template?: string;
  readonly mimeType?: string;
  readonly format?: string;
  readonly terms?: readonly { readonly taxonomy: string; readonly id: number; readonly slug: string }[];
  readonly roles?: readonly string[];
  /** The type of the item that a comment belongs to. */
  readonly commentedType?: string;
}

/** A rule for an owner: whether it holds for all of its items, for none, or depends on the item. */
type Verdict = boolean | 'item' | 'unknown';

const isOrAll = (value: string, actual: string): boolean => value === 'all' || value === actual;

const pageRules = ['page', 'page_parent', 'page_template', 'page_type'];
const postRules = ['post', 'post_status', 'post_template', 'post_format', 'post_category', 'post_taxonomy'];
/** Rules of things that have no fields in the interface. */
const elsewhere = ['options_page', 'widget', 'nav_menu', 'nav_menu_item', 'block'];

function verdict({ param, operator, value }: AcfRule, { object, subtype }: AcfOwner): Verdict {
  const whether = (holds: boolean): boolean => (operator === '==' ? holds : !holds);
  const isPost = object === 'post';
  if (elsewhere.includes(param)) return false;
  if (param === 'post_type') return isPost && whether(isOrAll(value, subtype));
  if (param === 'taxonomy') return object === 'term' && whether(isOrAll(value, subtype));
  if (param === 'user_form') return object === 'user' && whether(['all', 'edit'].includes(value));
  if (param === 'user_role') return object === 'user' && (value === 'all' ? whether(true) : 'item');
  if (param === 'comment') return object === 'comment' && (value === 'all' ? whether(true) : 'item');
  if (param === 'attachment') return isPost && subtype === 'attachment' && (value === 'all' ? whether(true) : 'item');
  if (pageRules.includes(param)) {
    if (param === 'page_type' && !['top_level', 'child'].includes(value))
      return isPost && subtype === 'page' && 'unknown';
    return isPost && subtype === 'page' && 'item';
  }
  if (postRules.includes(param)) return isPost && subtype !== 'attachment' && 'item';
  return 'unknown';
}

/**
 * Where a group is shown among the items of an owner; null for nowhere. A list with a rule that is not known here opens
 * nothing to readers, since the rule might have kept it from them.
 */
export function placeAmong(location: AcfLocation, owner: AcfOwner): AcfPlace | null {
  const possible = location
    .map((all) => all.map((rule) => [rule, verdict(rule, owner)] as const))
    .filter((all) => all.length > 0 && all.every(([, one]) => one !== false));
  if (possible.length === 0) return null;
  const known = possible.filter((all) => all.every(([, one]) => one !== 'unknown'));
  const left = known.map((all) => all.filter(([, one]) => one === 'item').map(([rule]) => rule));
  return { when: left.some((all) => all.length === 0) ? [] : left, isShown: known.length > 0 };
}

/** Whether an item has the group. */
export const isPlacedAt = ({ when }: AcfPlace, item: AcfItem): boolean =>
  when.length === 0 || when.some((all) => all.every((rule) => holds(rule, item)));

function holds({ param, operator, value }: AcfRule, item: AcfItem): boolean {
  const test = Object.hasOwn(tests, param) ? tests[param] : undefined;
  return (test?.(value, item) ?? false) === (operator === '==');
}

const defaultTemplate = (value: string): string => (value === 'default' ? '' : value);

const tests: Readonly<Record<string, (value: string, item: AcfItem) => boolean>> = {
  post: (value, { id }) => String(id) === value,
  page: (value, { id }) => String(id) === value,
  page_parent: (value, { parentId }) => String(parentId) === value,
  page_type: (value, { parentId = 0 }) => (value === 'top_level' ? parentId === 0 : parentId !== 0),
  page_template: (value, { template = '' }) => defaultTemplate(template) === defaultTemplate(value),
  post_template: (value, { template = '' }) => defaultTemplate(template) === defaultTemplate(value),
  post_status: (value, { status }) => status === value,
  post_format: (value, { format = 'standard' }) => format === value,
  post_category: (value, { terms = [] }) => terms.some((term) => isTerm(term, value, 'category')),
  post_taxonomy: (value, { terms = [] }) => terms.some((term) => isTerm(term, value, '')),
  attachment: (value, { mimeType = '' }) =>
    mimeType === value || mimeType.startsWith(`${value.replace(/\/?\*?$/, '')}/`),
  user_role: (value, { roles = [] }) => roles.includes(value),
  comment: (value, { commentedType }) => commentedType === value,
};

/** Terms are named by id, or by taxonomy and slug. */
function isTerm(
  { taxonomy, id, slug }: { readonly taxonomy: string; readonly id: number; readonly slug: string },
  value: string,
  only: string,
): boolean {
  if (only !== '' && taxonomy !== only) return false;
  return value === String(id) || value === `${taxonomy}:${slug}`;
}

/** Whether deciding needs the terms of items. */
export const needsTerms = ({ when }: AcfPlace): boolean =>
  when.some((all) => all.some(({ param }) => ['post_category', 'post_taxonomy', 'post_format'].includes(param)));

/** The location of a group that two groups with the same field have. */
export function eitherPlace(one: AcfPlace, other: AcfPlace): AcfPlace {
  const isEverywhere = one.when.length === 0 || other.when.length === 0;
  return { when: isEverywhere ? [] : [...one.when, ...other.when], isShown: one.isShown && other.isShown };
}
