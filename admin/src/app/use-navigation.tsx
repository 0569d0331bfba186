import { useQuery } from '@tanstack/react-query';
import { FolderTree, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { declaredQuery } from '../api/declared.ts';
import { useMay } from '../api/me.ts';
import { waitingQuery } from '../screens/overview/waiting.ts';
import { openProposalsQuery } from '../screens/proposals/proposals-api.ts';
import { useWords } from '../words/words.tsx';
import { DeclaredIcon } from './declared-icon.tsx';
import { type DeclaredPlace, type NavigationEntry, navigation } from './navigation.ts';
import { start } from './start.ts';

interface OfferedEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** How much waits there; 0 for nothing. */
  readonly waiting?: number;
}

interface OfferedGroup {
  readonly label: string;
  readonly entries: readonly OfferedEntry[];
}

const look = { size: 18, 'aria-hidden': true };

/** The screens that this account is offered. What the site declares stands beside what every site has. */
export function useNavigation(): readonly OfferedGroup[] {
  const words = useWords();
  const may = useMay();
  const declared = useDeclaredEntries();
  const { data: open = 0 } = useQuery({ ...openProposalsQuery, enabled: may('edit_posts') });
  const { data: counts } = useQuery(waitingQuery(may));
  const countOf = (waiting: NavigationEntry['waiting']): number =>
    waiting === undefined ? 0 : waiting === 'proposals' ? open : (counts?.[waiting] ?? 0);
  const groups = navigation.map(({ label, entries }) => ({
    label: label(words),
    entries: entries.flatMap((entry): readonly OfferedEntry[] => {
      if (typeof entry === 'string') return declared[entry];
      const { to, label: name, icon: Icon, capability, extension, waiting } = entry;
      const isOffered = (!capability || may(capability)) && (!extension || start.extensions.includes(extension));
      const shown = { to, label: name(words), icon: <Icon {...look} />, waiting: countOf(waiting) };
      return isOffered ? [shown] : [];
    }),
  }));
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Nothing until it is known: the rest of the page does not wait for it. */
function useDeclaredEntries(): Readonly<Record<DeclaredPlace, readonly OfferedEntry[]>> {
  const may = useMay();
  const { data } = useQuery(declaredQuery);
  const types = data?.types.filter((type) => type.source !== 'built-in' && may(type.capabilities.edit)) ?? [];
  const taxonomies = data?.taxonomies.filter((one) => one.source !== 'built-in' && may(one.capabilities.manage)) ?? [];
  return {
    types: types.map(({ name, labels, icon }) => ({
      to: `/types/${name}`,
      label: labels.name,
      icon: <DeclaredIcon name={icon} />,
    })),
    taxonomies: taxonomies.map(({ name, labels, hierarchical }) => ({
      to: `/taxonomies/${name}`,
      label: labels.name,
      icon: hierarchical ? <FolderTree {...look} /> : <Tag {...look} />,
    })),
  };
}
