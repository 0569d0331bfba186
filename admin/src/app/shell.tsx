import { AppShell, Badge, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { ExtensionLinks } from '../screens/extensions/extension-links.tsx';
import { NavigationLink } from '../ui/links.tsx';
import { LoadingRows } from '../ui/states.tsx';
import { useWords } from '../words/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { start } from './start.ts';
import { useNavigation } from './use-navigation.tsx';

/** The frame around all screens: navigation, account, and the screen itself. */
export function Shell() {
  const words = useWords();
  const navigation = useNavigation();
  const [isOpened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);

  useWindowEvent('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented || !isOpened) return;
    close();
    burger.current?.focus();
  });

  // A new screen begins at its heading, for keyboards and screen readers too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => {
    close();
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
  }, [path, close]);

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpened } }}
      padding={0}
      transitionDuration={0}
    >
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        {words.shell.skip}
      </button>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              ref={burger}
              opened={isOpened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={words.shell.openNavigation}
              aria-expanded={isOpened}
            />
            <Text fw={650} truncate>
              {start.siteTitle || start.siteUrl}
            </Text>
          </Group>
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={words.shell.navigation} component="nav">
        <AppShell.Section grow component={ScrollArea} p="xs" mih={0}>
          {navigation.map(({ label, entries }) => (
            <div key={label}>
              <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4}>
                {label}
              </Text>
              {entries.map((entry) => {
                const isActive = isAt(path, entry.to);
                return (
                  <NavigationLink
                    key={entry.to}
                    to={entry.to}
                    label={entry.label}
                    py={4}
                    leftSection={entry.icon}
                    rightSection={
                      entry.waiting ? (
                        <Badge size="sm" circle={entry.waiting < 10} aria-label={words.shell.waiting(entry.waiting)}>
                          {entry.waiting}
                        </Badge>
                      ) : null
                    }
                    active={isActive}
                    aria-current={isActive ? 'page' : undefined}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                );
              })}
            </div>
          ))}
          <ExtensionLinks path={path} />
        </AppShell.Section>
        <AppShell.Section p="xs" py={4}>
          <NavLink
            py={4}
            href={`${start.siteUrl}/`}
            label={words.shell.viewSite}
            leftSection={<ExternalLink size={18} aria-hidden />}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} style={{ outline: 'none' }}>
        <OfflineBanner />
        <Suspense fallback={<LoadingRows />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

/** Whether a screen belongs to an entry of the navigation. */
const isAt = (path: string, to: string): boolean => path === to || (to !== '/' && path.startsWith(`${to}/`));
