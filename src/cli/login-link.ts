import { linkMinutes, loginLinkPath, makeLoginLink } from '../auth/login-links.ts';
import { type Command, defineCommand } from '../extension/command.ts';
import type { Platen } from '../index.ts';
import { recordCommand } from './run-command.ts';
import { userNamed } from './user.ts';

/** A link for whoever can run commands: the way in without a password. */
export const loginLinkCommand: Command = defineCommand({
  name: 'login-link',
  summary: `Print a link that logs a user in, once and within ${linkMinutes} minutes.`,
  operands: ['user'],
  run: async (context) => {
    const store = await context.store();
    const user = await userNamed(context.operands.user, store);
    const token = await store.transaction(async (inner) => {
      await recordCommand(inner, context.clock(), 'account.link_made', { user });
      return makeLoginLink(inner, user, context.clock());
    });
    context.print((await context.site(store)).serverUrl + loginLinkPath(token));
  },
});

/** The link that the first start of a site prints for its administrator; null for a site that existed. */
export async function firstLoginLink({ made, config, store, log }: Platen, url: string): Promise<string | null> {
  try {
    const admin = made ? await store.users.byLogin(config.adminUser) : null;
    return admin && url + loginLinkPath(await makeLoginLink(store, admin, Date.now()));
  } catch (error) {
    log.warn({ err: error }, 'the link for the first log-in could not be made');
    return null;
  }
}
