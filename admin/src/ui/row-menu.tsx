import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.tsx';

/** What can be done with one row of a list, behind a button that names the row. */
export function RowMenu({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.list.actions(title)}>
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
