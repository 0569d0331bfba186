import { api } from '../../api/api.ts';
import { RemoteSelect } from '../../ui/remote-select.tsx';

interface AccountSelectProps {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** An account, found by what is typed. */
export function AccountSelect(props: AccountSelectProps) {
  return (
    <RemoteSelect
      {...props}
      isField
      queryKey="accounts"
      find={async (search, signal) => {
        const { items } = await api.list('/wp/v2/users', { per_page: 20, ...(search ? { search } : {}) }, signal);
        return items.map(({ id, name, username }) => ({
          value: String(id),
          label: `${name || username} (${username})`,
        }));
      }}
      name={async (value, signal) => {
        const { name, username } = await api.get('/wp/v2/users/{id}', { id: Number(value) }, signal);
        return { value, label: `${name || username} (${username})` };
      }}
    />
  );
}
