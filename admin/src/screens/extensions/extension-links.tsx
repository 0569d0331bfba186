import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Puzzle } from 'lucide-react';
import { NavigationLink } from '../../ui/links.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { addressOfScreen, extensionEntriesQuery } from './extension-screens.ts';
import { extensionWords } from './extension-words.ts';

/** The links to the screens of extensions; nothing while there are none. */
export function ExtensionLinks({ path }: { readonly path: string }) {
  const words = useOwnWords(extensionWords);
  const screens = useQuery(extensionEntriesQuery).data?.screens ?? [];
  if (screens.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4}>
        {words.title}
      </Text>
      {screens.map((screen) => {
        const to = addressOfScreen(screen);
        return (
          <NavigationLink
            key={to}
            to={to}
            label={screen.title}
            leftSection={<Puzzle size={18} aria-hidden />}
            active={path === to}
            aria-current={path === to ? 'page' : undefined}
            style={{ borderRadius: 'var(--mantine-radius-md)' }}
          />
        );
      })}
    </div>
  );
}
