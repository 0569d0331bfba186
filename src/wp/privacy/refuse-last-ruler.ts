import type { Store } from '../../storage/store.ts';
import { isLastRuler } from '../users/last-ruler.ts';
import { personErrors } from './person-requests.ts';
import type { Person } from './person-table.ts';
import type { PersonWork } from './person-work.ts';

/** Throws where nobody would rule the site without the account of this person. */
export async function refuseLastRuler(
  { userId }: Pick<Person, 'userId'>,
  store: Store,
  { roles }: Pick<PersonWork, 'roles'>,
): Promise<void> {
  if (userId > 0 && (await isLastRuler(userId, store, await roles(store))))
    throw personErrors.person_last_administrator();
}
