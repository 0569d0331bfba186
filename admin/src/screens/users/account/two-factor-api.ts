import { api } from '../../../api/api.ts';
import { send } from '../../../api/request.ts';

const path = '/platen/v1/users/{user_id}/two-factor';

/** Whether an account logs in with two factors. */
export interface TwoFactorState {
  readonly enabled: boolean;
  readonly enabled_on: string | null;
  readonly recovery_codes_left: number;
  readonly methods: readonly ('app' | 'passkey')[];
}

export interface ShownKey {
  readonly key: string;
  readonly uri: string;
}

interface ShownCodes {
  readonly codes: readonly string[];
}

/** The routes of two-factor log-in. Their answers have no resource, so that their types are stated here. */
export const twoFactorApi = {
  state: async (userId: number, signal: AbortSignal) =>
    (await api.get(path, { user_id: userId }, signal)) as TwoFactorState,
  makeKey: async (password: string) => (await api.post(`${path}/key`, { user_id: 'me', password })) as ShownKey,
  switchOn: async (code: string) => ((await api.post(path, { user_id: 'me', code })) as ShownCodes).codes,
  switchOnWithPasskeys: async (password: string) =>
    ((await api.post(`${path}/passkeys`, { user_id: 'me', password })) as ShownCodes).codes,
  newCodes: async (password: string) =>
    ((await api.post(`${path}/recovery-codes`, { user_id: 'me', password })) as ShownCodes).codes,
  /** A password belongs in the body, never in the address. */
  switchOff: (password: string) =>
    send({ method: 'DELETE', path: path.replace('{user_id}', 'me'), body: { password } }),
  reset: (userId: number) => api.delete(path, { user_id: userId }),
};
