import { join, resolve } from 'node:path';
import { type CommandContext, CommandError, type Store } from '../../extension.ts';
import { openPopupCounter } from './popup-counter.ts';
import { findPopup, type Popup } from './popup-record.ts';

/** The popup that the command line names. */
export async function namedPopup({ operands, store }: CommandContext): Promise<Popup> {
  const id = Number(operands['id']);
  const popup = Number.isSafeInteger(id) && id > 0 ? await findPopup(await store(), id) : null;
  if (!popup) throw new CommandError(`There is no popup ${operands['id'] ?? ''}.`);
  return popup;
}

/** The store, after counting every event acknowledged so far, by running servers and by dead ones. */
export async function countedStore({ store, config }: CommandContext): Promise<Store> {
  const open = await store();
  const counter = await openPopupCounter(join(resolve(config.dataDir), 'popups'), open);
  await counter.close();
  return open;
}
