import type { SettingsHookDraft } from '../../hooks/hook-drafts.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { Args } from '../../schema/schema.ts';
import type { Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/operation-context.ts';

type Input = Readonly<Record<string, unknown>>;

/** The settings as the hooks leave them; a changed value passes the same checks as one that was sent. */
export async function askBeforeSettings<Sent extends Input>(
  input: Sent,
  args: Args,
  { hooks, caller }: Pick<OperationContext, 'hooks' | 'caller'>,
): Promise<Sent> {
  if (!hooks?.asks('settings', ['update'])) return input;
  const names = sentNames(input);
  const limit = textLimits.setting;
  const changes = await hooks.before({
    kind: 'settings',
    actions: ['update'],
    item: { names },
    // The arguments of settings are scalars or null.
    draft: Object.fromEntries(names.map((name) => [name, input[name]])) as SettingsHookDraft,
    shape: Object.fromEntries(Object.entries(args).map(([name, schema]) => [name, { schema, limit }])),
    userId: caller.userId,
  });
  return { ...input, ...changes };
}

/** Records that settings were written, in the transaction of the write. */
export async function recordSettings(
  store: Store,
  input: Input,
  { hooks, caller, now }: Pick<OperationContext, 'hooks' | 'caller' | 'now'>,
): Promise<void> {
  const item = { names: sentNames(input) };
  await hooks?.record(store, { kind: 'settings', actions: ['update'], id: 0, item, userId: caller.userId, atMs: now });
}

const sentNames = (input: Input): string[] => Object.keys(input).filter((name) => input[name] !== undefined);
