import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { useWords } from '../../words/words.tsx';
import { roleName, roles as standard } from './roles.ts';

/** A role of the site; the answers of its routes have no resource, so that their type is stated here. */
export interface SiteRole {
  readonly slug: string;
  readonly name: string;
  readonly capabilities: readonly string[];
  readonly declared: readonly string[];
  readonly users: number;
  readonly is_default: boolean;
  readonly can_give: boolean;
}

export function useRoleList() {
  return useQuery({
    queryKey: ['users', 'roles'],
    queryFn: async ({ signal }) => (await api.get('/platen/v1/roles', {}, signal)) as readonly SiteRole[],
  });
}

/** The roles to choose from; those that the caller may give, where only these are wanted. */
export function useRoleChoices({ toGive = false } = {}): { value: string; label: string }[] {
  const words = useWords();
  const { data } = useRoleList();
  if (!data) return standard.map((value) => ({ value, label: roleName(words, value) }));
  return data
    .filter((role) => !toGive || role.can_give)
    .map(({ slug, name }) => ({ value: slug, label: standardName(slug, name, words) }));
}

/** Standard roles are called in the language of the admin page while nobody has renamed them. */
export function standardName(slug: string, name: string, words: ReturnType<typeof useWords>): string {
  const isStandard = standard.some((one) => one === slug) && name.toLowerCase() === slug;
  return isStandard ? roleName(words, slug) : name;
}
