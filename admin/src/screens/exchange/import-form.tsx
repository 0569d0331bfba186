import { Button, Group, Input, Paper, SimpleGrid, Stack, Switch, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { UploadFile, UploadStates } from './upload-states.tsx';
import { useUpload } from './use-upload.ts';
import { exchangeWords } from './words.ts';

/** Brings the content of an export file into the site. */
export function ImportForm({ isBusy }: { readonly isBusy: boolean }) {
  const own = useOwnWords(exchangeWords);
  const [author, setAuthor] = useState<string | null>(null);
  const [fetchesFiles, setFetchesFiles] = useState(true);
  const [oldAddress, setOldAddress] = useState('');
  const [newAddress, setNewAddress] = useState('');
  const upload = useUpload('/platen/v1/exchange/imports');
  const state = { disabled: !upload.file || isBusy, loading: upload.isPending };
  const begin = (isDry: boolean) => {
    const links = oldAddress && newAddress ? `${oldAddress.trim()}=${newAddress.trim()}` : '';
    upload.send({ dry_run: isDry, fetch_files: fetchesFiles, author: author ?? '', rewrite_links: links });
  };
  return (
    <Paper withBorder p="lg" component="section" aria-label={own.import}>
      <Title order={2} mb="xs">
        {own.import}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {own.importText}
      </Text>
      <Stack>
        <UploadFile
          upload={upload}
          label={own.chooseFile}
          hint={own.fileHint}
          accept=".xml,.gz,application/xml,text/xml,application/gzip"
        />
        <div>
          <Input.Label component="div">{own.author}</Input.Label>
          <RemoteSelect
            label={own.keepAuthors}
            queryKey="logins"
            value={author}
            onChange={setAuthor}
            find={async (search, signal) =>
              (await api.get('/wp/v2/users', { search, per_page: 20 }, signal)).map(({ username, name }) => ({
                value: username,
                label: `${name} (${username})`,
              }))
            }
            name={async (value) => ({ value, label: value })}
          />
        </div>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" style={{ alignItems: 'end' }}>
          <TextInput
            label={own.oldAddress}
            description={own.oldAddressHint}
            placeholder="https://old.example"
            value={oldAddress}
            onChange={(event) => setOldAddress(event.currentTarget.value)}
          />
          <TextInput
            label={own.newAddress}
            description={own.newAddressHint}
            placeholder="https://new.example"
            value={newAddress}
            onChange={(event) => setNewAddress(event.currentTarget.value)}
          />
        </SimpleGrid>
        <Switch
          label={own.fetch}
          checked={fetchesFiles}
          onChange={(event) => setFetchesFiles(event.currentTarget.checked)}
        />
        <UploadStates upload={upload} />
        <Group>
          <Button variant="default" {...state} onClick={() => begin(true)}>
            {own.tryFirst}
          </Button>
          <Button {...state} onClick={() => begin(false)}>
            {own.begin}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
