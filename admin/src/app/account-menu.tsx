import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { Check, ChevronDown, LogOut } from 'lucide-react';
import { useMe } from '../api/me.ts';
import { sessionNonce } from '../api/session.ts';
import { languageNames, useLanguage, useWords } from '../words/words.tsx';
import { start } from './start.ts';

/** Who is logged in; how the page looks and speaks; the way out. */
export function AccountMenu() {
  const words = useWords();
  const me = useMe();
  const { code, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const schemes = [
    ['auto', words.shell.asSystem],
    ['light', words.shell.light],
    ['dark', words.shell.dark],
  ] as const;
  const mark = (isChosen: boolean) =>
    isChosen ? <Check size={16} role="img" aria-label={words.shell.chosen} /> : <span style={{ width: 16 }} />;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{words.shell.account}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap">
            <Avatar name={me.name} color="sea" size={32} aria-hidden />
            <Text size="sm" visibleFrom="sm">
              {me.name}
            </Text>
            <ChevronDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.shell.appearance}</Menu.Label>
        {schemes.map(([scheme, label]) => (
          <Menu.Item key={scheme} leftSection={mark(colorScheme === scheme)} onClick={() => setColorScheme(scheme)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Label>{words.shell.pageLanguage}</Menu.Label>
        {languageNames.map(([one, name]) => (
          <Menu.Item key={one} leftSection={mark(one === code)} onClick={() => choose(one)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href={logOutAddress()} leftSection={<LogOut size={16} aria-hidden />}>
          {words.shell.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const logOutAddress = (): string => `${start.serverPath}/wp-login.php?action=logout&_wpnonce=${sessionNonce()}`;
