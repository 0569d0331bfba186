import type { UserEdit } from '../../../api/interface.ts';
import { useMe } from '../../../api/me.ts';
import { OwnApps } from '../../apps/own-apps.tsx';
import { OwnData } from '../../privacy/own-data.tsx';
import { ApplicationPasswords } from './application-passwords.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

/** What an account logs in with: for its owner, and for whoever may edit it. */
export function AccountAccess({ user }: { readonly user: UserEdit }) {
  const isOwn = user.id === useMe().id;
  return (
    <>
      <TwoFactor userId={user.id} userName={user.name || user.username} isOwn={isOwn} />
      <Passkeys userId={user.id} isOwn={isOwn} />
      <ApplicationPasswords userId={user.id} />
      <OwnApps userId={user.id} isOwn={isOwn} />
      <Sessions userId={user.id} isOwn={isOwn} />
      {isOwn && <OwnData />}
    </>
  );
}
