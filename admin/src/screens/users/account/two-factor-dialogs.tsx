import { Button, Center, Code, Group, List, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../../words/words.tsx';
import { QrCode } from './qr-code.tsx';
import { type ShownKey, twoFactorApi } from './two-factor-api.ts';
import { accountWords } from './words.ts';

interface DialogProps {
  readonly close: () => void;
}

/** Password, then key and first code, then the recovery codes. */
export function SwitchOnDialog({ close }: DialogProps) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const [password, setPassword] = useState('');
  const key = useMutation({ mutationFn: () => twoFactorApi.makeKey(password) });
  if (key.data) return <FirstCode shown={key.data} close={close} />;
  return (
    <FormDialog title={words.title} submit={words.next} saving={key} close={close}>
      <PasswordField value={password} change={setPassword} />
    </FormDialog>
  );
}

function FirstCode({ shown, close }: DialogProps & { readonly shown: ShownKey }) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const [code, setCode] = useState('');
  const confirm = useMutation({ mutationFn: () => twoFactorApi.switchOn(code) });
  if (confirm.data) return <RecoveryCodes codes={confirm.data} close={close} />;
  return (
    <FormDialog title={words.title} submit={words.confirm} saving={confirm} close={close}>
      <Text size="sm">{words.scan}</Text>
      <Center>
        <QrCode text={shown.uri} label={words.qrCode} />
      </Center>
      <div>
        <Text size="sm">{words.orType}</Text>
        <Code block ta="center" style={{ whiteSpace: 'normal' }}>
          {shown.key.replace(/(.{4})(?=.)/g, '$1 ')}
        </Code>
      </div>
      <TextInput
        label={words.code}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

/** New recovery codes for old ones. */
export function NewCodesDialog({ close }: DialogProps) {
  const { twoFactor: words } = useOwnWords(accountWords);
  const [password, setPassword] = useState('');
  const codes = useMutation({ mutationFn: () => twoFactorApi.newCodes(password) });
  if (codes.data) return <RecoveryCodes codes={codes.data} close={close} />;
  return (
    <FormDialog title={words.newCodes} submit={words.next} saving={codes} close={close}>
      <PasswordField value={password} change={setPassword} />
    </FormDialog>
  );
}

/** Passkeys alone as the second factor: password, then the recovery codes. */
export function PasskeysOnlyDialog({ close }: DialogProps) {
  const { twoFactor, passkeys: words } = useOwnWords(accountWords);
  const [password, setPassword] = useState('');
  const codes = useMutation({ mutationFn: () => twoFactorApi.switchOnWithPasskeys(password) });
  if (codes.data) return <RecoveryCodes codes={codes.data} close={close} />;
  return (
    <FormDialog title={words.asSecond} submit={twoFactor.confirm} saving={codes} close={close}>
      <Text size="sm">{words.secondText}</Text>
      <PasswordField value={password} change={setPassword} />
    </FormDialog>
  );
}

export function SwitchOffDialog({ close }: DialogProps) {
  const all = useWords();
  const { twoFactor: words } = useOwnWords(accountWords);
  const [password, setPassword] = useState('');
  const off = useMutation({
    mutationFn: () => twoFactorApi.switchOff(password),
    onSuccess: () => {
      notifyDone(all, words.wasOff);
      close();
    },
  });
  return (
    <FormDialog title={words.turnOff} submit={words.turnOff} saving={off} close={close}>
      <Text size="sm">{words.offText}</Text>
      <PasswordField value={password} change={setPassword} />
    </FormDialog>
  );
}

function RecoveryCodes({ codes, close }: DialogProps & { readonly codes: readonly string[] }) {
  const all = useWords();
  const { twoFactor: words } = useOwnWords(accountWords);
  const text = `${codes.join('\n')}\n`;
  return (
    <Modal
      opened
      onClose={close}
      title={words.codesTitle}
      // A click beside it must not lose what is shown only once.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': all.common.close }}
    >
      <Stack>
        <Text size="sm">{words.codesText}</Text>
        <List listStyleType="none" ff="monospace" aria-label={words.codesTitle}>
          {codes.map((code) => (
            <List.Item key={code}>{code}</List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <CopyButton value={text} label={words.copy} data-autofocus />
          <Button
            component="a"
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={words.fileName}
          >
            {words.download}
          </Button>
          <Button onClick={close}>{words.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface PasswordFieldProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

function PasswordField({ value, change }: PasswordFieldProps) {
  const { twoFactor: words } = useOwnWords(accountWords);
  return (
    <PasswordInput
      label={words.password}
      description={words.passwordWhy}
      required
      autoComplete="current-password"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      data-autofocus
    />
  );
}
