import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useMay } from '../api/me.ts';
import { ExtensionLinks } from '../screens/extensions/extension-links.tsx';
import { NavigationLink } from '../ui/links.tsx';
import { LoadingRows } from '../ui/states.tsx';
import { useWords } from '../words/words.tsx';
import { AccountMenu } from './account-menu.tsx';
import { navigation } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { start } from './start.ts';

/** The frame around all screens: navigation, account, and the screen itself. */
export function Shell() {
  const words = useWords();
  const may = useMay();
  const [isOpened, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

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
          {navigation.map((group) => {
            const offered = group.entries.filter(
              ({ capability, extension }) =>
                (!capability || may(capability)) && (!extension || start.extensions.includes(extension)),
            );
            if (offered.length === 0) return null;
            return (
              <div key={group.label(words)}>
                <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4}>
                  {group.label(words)}
                </Text>
                {offered.map(({ to, label, icon: Icon }) => (
                  <NavigationLink
                    key={to}
                    to={to}
                    label={label(words)}
                    py={4}
                    leftSection={<Icon size={18} aria-hidden />}
                    active={to === '/' ? path === '/' : path.startsWith(to)}
                    aria-current={(to === '/' ? path === '/' : path.startsWith(to)) ? 'page' : undefined}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                ))}
              </div>
            );
          })}
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
