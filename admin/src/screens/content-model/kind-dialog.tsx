import { Modal, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import type { FieldKind } from '../../api/description.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import classes from './content-model.module.css';
import { kindIcons } from './kind-icons.ts';
import { type KindGroup, kindGroups } from './kinds.ts';
import { memberWords } from './member-words.ts';
import { modelWords } from './words.ts';

interface KindDialogProps {
  /** The kinds that fit the place. */
  readonly kinds: readonly FieldKind[];
  readonly choose: (kind: FieldKind) => void;
  readonly close: () => void;
}

/** Asks what a new field is for, in plain words. */
export function KindDialog({ kinds, choose, close }: KindDialogProps) {
  const { common } = useWords();
  const own = useOwnWords(modelWords);
  const words = useOwnWords(memberWords);
  const [first] = kinds;
  // The table above has these names.
  const groups = Object.keys(kindGroups) as KindGroup[];
  return (
    <Modal
      opened
      onClose={close}
      title={own.addFieldTitle}
      size="52rem"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="md">
        {groups.map((group) => (
          <section key={group} aria-label={words.groups[group]}>
            <Title order={3} size="h6" c="dimmed" mb={6}>
              {words.groups[group]}
            </Title>
            <div className={classes['kinds']}>
              {kindGroups[group]
                .filter((kind) => kinds.includes(kind))
                .map((kind) => {
                  const Icon = kindIcons[kind];
                  return (
                    <UnstyledButton
                      key={kind}
                      className={classes['kind']}
                      data-autofocus={kind === first || undefined}
                      onClick={() => choose(kind)}
                    >
                      <Icon size={20} aria-hidden />
                      <span>
                        <Text component="span" size="sm" fw={600} display="block">
                          {words.kinds[kind].label}
                        </Text>
                        <Text component="span" size="xs" c="dimmed" display="block">
                          {words.kinds[kind].help}
                        </Text>
                      </span>
                    </UnstyledButton>
                  );
                })}
            </div>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
