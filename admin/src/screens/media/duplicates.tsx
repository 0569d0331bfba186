import { Anchor, Button, Group, Image, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { plainText } from '../../ui/plain-text.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type LibraryItem, libraryApi } from './library-api.ts';
import { libraryWords } from './library-words.ts';

/** A larger file is sent without asking: the browser would have to hold all of it. */
const largestAsked = 100 * 1024 * 1024;

interface Twin {
  readonly file: File;
  readonly known: LibraryItem;
}

/** The file of the library with the same content; null where there is none, or that cannot be found out. */
async function twinOf(file: File): Promise<LibraryItem | null> {
  // Pages without a secure connection have no digests.
  if (file.size > largestAsked || !globalThis.crypto?.subtle) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return (await libraryApi.byHash(hash))[0] ?? null;
  } catch {
    // The upload itself says what is wrong.
    return null;
  }
}

/** Asks before files are uploaded that the library has already. */
export function useDuplicates(upload: (files: readonly File[]) => void, open: (id: number) => void) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const [twins, setTwins] = useState<readonly Twin[]>([]);
  const add = async (files: readonly File[]) => {
    const found: Twin[] = [];
    const fresh: File[] = [];
    for (const file of files) {
      const known = await twinOf(file);
      if (known) found.push({ file, known });
      else fresh.push(file);
    }
    if (fresh.length > 0) upload(fresh);
    setTwins((before) => [...before, ...found]);
  };
  const close = () => setTwins([]);
  const dialog = (
    <Modal
      opened={twins.length > 0}
      onClose={close}
      title={own.twins}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <Text size="sm">{own.twinsText}</Text>
        {twins.map(({ file, known }) => (
          <Group key={`${file.name} ${known.id}`} wrap="nowrap">
            {known.media_type === 'image' && (
              <Image src={known.thumbnail_url} alt="" w={48} h={48} fit="cover" radius="sm" />
            )}
            <div>
              <Text size="sm">{file.name}</Text>
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  close();
                  open(known.id);
                }}
              >
                {own.openExisting(plainText(known.title) || `#${known.id}`)}
              </Anchor>
            </div>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              upload(twins.map(({ file }) => file));
              close();
            }}
          >
            {own.uploadAnyway}
          </Button>
          <Button onClick={close} data-autofocus>
            {own.useExisting}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
  return { add, dialog };
}
