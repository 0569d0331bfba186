import { Group, Kbd, Modal, Table, Text } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { editorWords } from './words.ts';

type KeyName = keyof (typeof editorWords)['en']['keys'];

/** `Mod` is the command key on a Mac and the control key elsewhere. */
const keys: readonly (readonly [name: KeyName, keys: string])[] = [
  ['save', 'Mod+S'],
  ['preview', 'Alt+Shift+P'],
  ['focusMode', 'Alt+Shift+F'],
  ['settings', 'Alt+Shift+S'],
  ['notes', 'Alt+Shift+N'],
  ['addNote', 'Mod+Alt+M'],
  ['shortcuts', 'Alt+Shift+H'],
  ['undo', 'Mod+Z'],
  ['redo', 'Mod+Shift+Z'],
  ['bold', 'Mod+B'],
  ['italic', 'Mod+I'],
  ['underline', 'Mod+U'],
  ['strike', 'Mod+Shift+S'],
  ['code', 'Mod+E'],
  ['heading', 'Mod+Alt+1 … 6'],
  ['bulletList', 'Mod+Shift+8'],
  ['orderedList', 'Mod+Shift+7'],
  ['quote', 'Mod+Shift+B'],
  ['lineBreak', 'Shift+Enter'],
  ['plainPaste', 'Mod+Shift+V'],
];

/** What can be done with the keyboard alone, besides what every control does. */
export function ShortcutsDialog({ close }: { readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(editorWords);
  const isMac = ['macos', 'ios'].includes(useOs());
  const shown = (key: string) => (key === 'Mod' ? (isMac ? '⌘' : 'Ctrl') : isMac && key === 'Alt' ? '⌥' : key);
  return (
    <Modal opened onClose={close} title={own.shortcuts} closeButtonProps={{ 'aria-label': words.common.close }}>
      <Table aria-label={own.shortcuts} withRowBorders={false}>
        <Table.Tbody>
          {keys.map(([name, combination]) => (
            <Table.Tr key={name}>
              <Table.Td>
                <Text size="sm">{own.keys[name]}</Text>
              </Table.Td>
              <Table.Td>
                <Group gap={4} wrap="nowrap" justify="flex-end">
                  {combination.split('+').map((key) => (
                    <Kbd key={key}>{shown(key)}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
