import type { FeedChange } from '../../storage/store.ts';

/** What can happen to an item in the eyes of a visitor. */
export const webhookActions = ['publish', 'update', 'unpublish', 'trash', 'restore', 'delete'] as const;
export type WebhookAction = (typeof webhookActions)[number];

/** Whether a visitor could see an item before and after a change; null where the change cannot have mattered to that. */
export interface Seen {
  readonly before: boolean | null;
  readonly after: boolean;
}

/** What a visitor sees happen; null for nothing. */
export function actionOf(change: FeedChange, { before, after }: Seen): WebhookAction | null {
  if (after) {
    if (before !== false) return 'update';
    return change === 'restore' ? 'restore' : 'publish';
  }
  if (!before) return null;
  return change === 'trash' || change === 'delete' ? change : 'unpublish';
}

/** Events that belong to no type: all settings are one item, and after a reset anything may be different. */
const single: ReadonlySet<string> = new Set(['settings.update', 'site.reset']);

/** Why one of the patterns names no event; null if all do. Types are checked where they are known. */
export function unknownPattern(patterns: readonly string[], types: ReadonlySet<string> | null): string | null {
  for (const pattern of patterns) {
    if (pattern === '*' || single.has(pattern) || pattern === 'settings.*' || pattern === 'site.*') continue;
    const [type = '', action = '', ...rest] = pattern.split('.');
    if (rest.length > 0 || action === '')
      return `"${pattern.slice(0, 60)}" is not an event. Write TYPE.ACTION, such as post.publish, post.* or *.delete.`;
    if (type !== '*' && types && !types.has(type)) return `There is no type "${type.slice(0, 60)}".`;
    if (action !== '*' && !webhookActions.some((one) => one === action))
      return `There is no action "${action.slice(0, 60)}"; there are ${webhookActions.join(', ')}.`;
  }
  return null;
}

/** Whether one of the patterns names the event. */
export function isWanted(patterns: readonly string[], event: string): boolean {
  const [type, action] = event.split('.');
  return patterns.some((pattern) => {
    if (pattern === '*') return true;
    const [wantedType, wantedAction] = pattern.split('.');
    return (wantedType === '*' || wantedType === type) && (wantedAction === '*' || wantedAction === action);
  });
}
