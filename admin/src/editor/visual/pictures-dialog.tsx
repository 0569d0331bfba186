import { Button, Checkbox, Group, Image, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { visualWords } from '../words.ts';
import type { PlacedPicture, UploadPicture } from './picture.ts';

interface PicturesDialogProps {
  readonly files: readonly File[];
  readonly upload: UploadPicture;
  readonly place: (pictures: readonly PlacedPicture[]) => void;
  readonly close: () => void;
}

/** Asks what each picture shows before they are uploaded and placed. */
export function PicturesDialog({ files, upload, place, close }: PicturesDialogProps) {
  const common = useWords().common;
  const words = useOwnWords(visualWords);
  const [alts, setAlts] = useState<readonly string[]>(() => files.map(() => ''));
  const [decorative, setDecorative] = useState<ReadonlySet<number>>(new Set());
  const [isMissing, setMissing] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [added, setAdded] = useState<ReadonlySet<File>>(new Set());
  const addresses = useMemo(() => files.map((file) => URL.createObjectURL(file)), [files]);
  useEffect(
    () => () => {
      for (const address of addresses) URL.revokeObjectURL(address);
    },
    [addresses],
  );
  const lacks = (at: number) => !decorative.has(at) && (alts[at] ?? '').trim() === '';
  const add = async () => {
    if (files.some((file, at) => !added.has(file) && lacks(at))) return setMissing(true);
    setBusy(true);
    const placed: PlacedPicture[] = [];
    const done = new Set(added);
    for (const [at, file] of files.entries()) {
      if (done.has(file)) continue;
      const made = await upload(file, decorative.has(at) ? '' : (alts[at] ?? ''));
      if (!made) continue;
      placed.push(made);
      done.add(file);
    }
    setBusy(false);
    setAdded(done);
    // Those that were refused stay, with what was said of them.
    if (done.size === files.length) close();
    if (placed.length > 0) place(placed);
  };
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : close}
      title={words.pictures}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Stack>
          <Text size="sm">{words.picturesText}</Text>
          {files.map((file, at) => (
            <Group key={addresses[at]} wrap="nowrap" align="center" hidden={added.has(file)}>
              <Image src={addresses[at]} alt="" w={64} h={64} fit="cover" radius="sm" />
              <Stack gap={6} style={{ flexGrow: 1 }}>
                <TextInput
                  label={words.altOf(file.name)}
                  value={decorative.has(at) ? '' : (alts[at] ?? '')}
                  disabled={decorative.has(at)}
                  error={isMissing && lacks(at) ? words.altMissing : undefined}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setAlts((all) => all.map((alt, other) => (other === at ? value : alt)));
                  }}
                  data-autofocus={at === 0 || undefined}
                />
                <Checkbox
                  size="sm"
                  label={words.decorative}
                  aria-label={words.decorativeOf(file.name)}
                  checked={decorative.has(at)}
                  onChange={() => {
                    const next = new Set(decorative);
                    if (!next.delete(at)) next.add(at);
                    setDecorative(next);
                  }}
                />
              </Stack>
            </Group>
          ))}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={isBusy}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} aria-label={isBusy ? words.adding : undefined}>
              {words.addPictures}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
