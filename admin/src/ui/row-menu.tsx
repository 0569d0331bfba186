import { ActionIcon, Menu } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.tsx';

interface RowMenuProps {
  /** What the row is called. */
  readonly title: string;
  /** Makes the entries; asked once somebody opens the menu. */
  readonly children: () => ReactNode;
}

/**
 * What can be done with one row of a list, behind a button that names the row. A menu costs more than all the rest of
 * its row, so that there is only the button until it is pressed.
 */
export function RowMenu({ title, children }: RowMenuProps) {
  const words = useWords();
  const [isWanted, setWanted] = useState(false);
  const icon = <Ellipsis size={18} aria-hidden />;
  if (isWanted) return <OpenedMenu label={words.list.actions(title)} icon={icon} entries={children} />;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={words.list.actions(title)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      {icon}
    </ActionIcon>
  );
}

interface OpenedMenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly entries: () => ReactNode;
}

function OpenedMenu({ label, icon, entries }: OpenedMenuProps) {
  const [isOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The button is another one now; the focus comes back to it when the menu is closed.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu position="bottom-end" opened={isOpened} onChange={setOpened}>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={label}>
          {icon}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{entries()}</Menu.Dropdown>
    </Menu>
  );
}
