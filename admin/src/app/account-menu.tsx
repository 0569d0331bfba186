import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useMe } from '../api/me.ts';
import { sessionNonce } from '../api/session.ts';
import { MenuLink } from '../ui/links.tsx';
import { languageNames, useLanguage, useWords } from '../words/words.tsx';
import { start } from './start.ts';

/** Who is logged in, with the way to the profile; how the page looks and speaks; the way out. */
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
        <MenuLink to="/profile" leftSection={<UserRound size={16} aria-hidden />}>
          {words.users.profile}
        </MenuLink>
        <Menu.Divider />
        <Choices label={words.shell.appearance}>
          {schemes.map(([scheme, label]) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Choices>
        <Choices label={words.shell.pageLanguage}>
          {languageNames.map(([one, name]) => (
            <Menu.RadioItem key={one} value={one} checked={one === code} onChange={() => choose(one)}>
              {name}
            </Menu.RadioItem>
          ))}
        </Choices>
        <Menu.Divider />
        <Menu.Item component="a" href={logOutAddress()} leftSection={<LogOut size={16} aria-hidden />}>
          {words.shell.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Choices of a menu, of which one holds. */
function Choices({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu has groups, no fieldsets
    <div role="group" aria-labelledby={id}>
      <Menu.Label id={id}>{label}</Menu.Label>
      {children}
    </div>
  );
}

const logOutAddress = (): string => `${start.serverPath}/wp-login.php?action=logout&_wpnonce=${sessionNonce()}`;
