import { Badge, Button, Group, Menu, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, FolderTree, Plus, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import { DeclaredIcon } from '../../app/declared-icon.tsx';
import { ButtonLink, MenuLink, TextLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { ContentModel, ModelSource, OwnerDeclared } from './model.ts';
import { loadConfigFile, modelQuery } from './model-api.ts';
import { fieldSetId } from './owners.ts';
import { fieldSetTargets, ownedName } from './targets.ts';
import { useShownModel } from './use-shown-model.ts';
import { modelWords } from './words.ts';

const look = { size: 18, 'aria-hidden': true };

/** As the menu shows them. */
const builtInIcons: Readonly<Record<string, string>> = { post: 'newspaper', page: 'file-text', attachment: 'image' };

/** Types, taxonomies and groups of fields: those that are made here, and those that are declared elsewhere. */
export function ContentModelScreen() {
  const words = useWords();
  const own = useOwnWords(modelWords);
  const model = useQuery(modelQuery);
  const shown = useShownModel(model.data);
  const download = useMutation({
    mutationFn: loadConfigFile,
    onSuccess: ({ file, text }) => saveFile(new Blob([text], { type: 'text/typescript' }), file),
    onError: (error) => notifyFailed(words, words.states.failed, error),
  });
  return (
    <Screen
      title={own.title}
      actions={
        model.data && (
          <Button
            variant="default"
            leftSection={<Download {...look} />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {own.export}
          </Button>
        )
      }
    >
      <Text c="dimmed" mb="lg" maw={640}>
        {own.intro}
      </Text>
      <LoadStates query={model} />
      {shown && (
        <Stack gap="xl">
          <Types model={shown} />
          <Taxonomies model={shown} />
          <FieldSets model={shown} />
        </Stack>
      )}
    </Screen>
  );
}

interface ModelProps {
  readonly model: ContentModel;
}

function Types({ model: { declarations, fixed } }: ModelProps) {
  const own = useOwnWords(modelWords);
  return (
    <ModelSection
      title={own.types}
      text={own.typesText}
      action={<NewOwner to="/content-model/new-type" label={own.newType} />}
    >
      {declarations.postTypes.map((type) => (
        <ModelRow
          key={type.name}
          icon={<DeclaredIcon name={typeof type['icon'] === 'string' ? type['icon'] : ''} />}
          name={
            <TextLink to="/content-model/types/$name" params={{ name: type.name }} fw={600} c="inherit">
              {labelOf(type)}
            </TextLink>
          }
          code={type.name}
          fields={Object.keys(type.fields ?? {})}
          source="site"
        />
      ))}
      {fixed.postTypes.map(({ name, labels, fields, source }) => (
        <ModelRow
          key={name}
          icon={<DeclaredIcon name={builtInIcons[name] ?? ''} />}
          name={labels.name || name}
          code={name}
          fields={fields}
          source={source}
          action={<FieldsLink owner={fieldSetId({ object: 'post', subtype: name })} name={labels.name || name} />}
        />
      ))}
    </ModelSection>
  );
}

function Taxonomies({ model: { declarations, fixed } }: ModelProps) {
  const own = useOwnWords(modelWords);
  return (
    <ModelSection
      title={own.taxonomies}
      text={own.taxonomiesText}
      action={<NewOwner to="/content-model/new-taxonomy" label={own.newTaxonomy} />}
    >
      {declarations.taxonomies.map((taxonomy) => (
        <ModelRow
          key={taxonomy.name}
          icon={taxonomy['hierarchical'] === true ? <FolderTree {...look} /> : <Tag {...look} />}
          name={
            <TextLink to="/content-model/taxonomies/$name" params={{ name: taxonomy.name }} fw={600} c="inherit">
              {labelOf(taxonomy)}
            </TextLink>
          }
          code={taxonomy.name}
          fields={Object.keys(taxonomy.fields ?? {})}
          source="site"
        />
      ))}
      {fixed.taxonomies.map(({ name, labels, fields, source }) => (
        <ModelRow
          key={name}
          icon={<Tag {...look} />}
          name={labels.name || name}
          code={name}
          fields={fields}
          source={source}
          action={<FieldsLink owner={fieldSetId({ object: 'term', subtype: name })} name={labels.name || name} />}
        />
      ))}
    </ModelSection>
  );
}

function FieldSets({ model }: ModelProps) {
  const own = useOwnWords(modelWords);
  const { declarations, fixed } = model;
  const isEmpty = declarations.fieldSets.length + fixed.fieldSets.length === 0;
  const taken = new Set(declarations.fieldSets.map(fieldSetId));
  const add = (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-md" variant="light" leftSection={<Plus {...look} />}>
          {own.newFieldSet}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {fieldSetTargets(model)
          .filter((owned) => !taken.has(fieldSetId(owned)))
          .map((owned) => (
            <MenuLink key={fieldSetId(owned)} to="/content-model/fields/$owner" params={{ owner: fieldSetId(owned) }}>
              {ownedName(owned, model, own)}
            </MenuLink>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
  return (
    <ModelSection
      title={own.fieldSets}
      text={own.fieldSetsText}
      action={add}
      empty={isEmpty ? own.noFieldSets : undefined}
    >
      {declarations.fieldSets.map((set) => (
        <ModelRow
          key={fieldSetId(set)}
          name={
            <TextLink to="/content-model/fields/$owner" params={{ owner: fieldSetId(set) }} fw={600} c="inherit">
              {ownedName({ object: set.object, subtype: set.subtype ?? null }, model, own)}
            </TextLink>
          }
          fields={Object.keys(set.fields)}
          source="site"
        />
      ))}
      {fixed.fieldSets.map((set) => (
        <ModelRow
          key={`${set.source} ${fieldSetId(set)}`}
          name={ownedName(set, model, own)}
          fields={set.fields}
          source={set.source}
        />
      ))}
    </ModelSection>
  );
}

const labelOf = ({ name, labels }: OwnerDeclared): string => labels?.['name'] || name;

interface NewOwnerProps {
  readonly to: '/content-model/new-type' | '/content-model/new-taxonomy';
  readonly label: string;
}

const NewOwner = ({ to, label }: NewOwnerProps) => (
  <ButtonLink to={to} size="compact-md" variant="light" leftSection={<Plus {...look} />}>
    {label}
  </ButtonLink>
);

/** Leads to the fields that are put beside those of something that is declared elsewhere. */
function FieldsLink({ owner, name }: { readonly owner: string; readonly name: string }) {
  const own = useOwnWords(modelWords);
  return (
    <ButtonLink
      to="/content-model/fields/$owner"
      params={{ owner }}
      size="compact-sm"
      variant="default"
      aria-label={own.addFieldsTo(name)}
    >
      {own.addFields}
    </ButtonLink>
  );
}

interface ModelSectionProps {
  readonly title: string;
  readonly text: string;
  readonly action: ReactNode;
  readonly empty?: string | undefined;
  readonly children: ReactNode;
}

function ModelSection({ title, text, action, empty, children }: ModelSectionProps) {
  const own = useOwnWords(modelWords);
  return (
    <section aria-label={title}>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {action}
      </Group>
      <Paper withBorder px={{ base: 'xs', sm: 'md' }} py="xs">
        {empty ? (
          <Text c="dimmed" ta="center" py="lg">
            {empty}
          </Text>
        ) : (
          <Table verticalSpacing="sm" aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{own.name}</Table.Th>
                <Table.Th visibleFrom="sm" w={160}>
                  {own.fieldsHeading}
                </Table.Th>
                <Table.Th w={{ base: 150, sm: 340 }}>{own.source}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        )}
      </Paper>
    </section>
  );
}

interface ModelRowProps {
  readonly icon?: ReactNode;
  readonly name: ReactNode;
  readonly code?: string;
  readonly fields: readonly string[];
  readonly source: ModelSource;
  readonly action?: ReactNode;
}

function ModelRow({ icon, name, code, fields, source, action }: ModelRowProps) {
  const own = useOwnWords(modelWords);
  const isOwn = source === 'site';
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Group gap="sm" wrap="nowrap" c={isOwn ? undefined : 'dimmed'}>
          {icon}
          <div>
            <Text component="div" c={isOwn ? undefined : 'var(--mantine-color-text)'}>
              {name}
            </Text>
            {code && (
              <Text size="xs" c="dimmed">
                {code}
              </Text>
            )}
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c={fields.length === 0 ? 'dimmed' : undefined} title={fields.join(', ')}>
          {fields.length === 0 ? own.noOwnFields : own.fields(fields.length)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Group justify="space-between" gap="xs">
          <div style={{ flex: '1 1 8rem' }}>
            <Badge color={isOwn ? 'sea' : 'gray'}>{own.sources[source]}</Badge>
            {own.sourceTexts[source] && (
              <Text size="xs" c="dimmed" mt={2}>
                {own.sourceTexts[source]}
              </Text>
            )}
          </div>
          {action}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
