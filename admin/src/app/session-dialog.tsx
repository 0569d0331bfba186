import { Alert, Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { logInAgain, onSessionEnd, sendCode } from '../api/session.ts';
import { useWords } from '../words/words.tsx';

/** Asks for the password when the session has ended. The screen below it keeps what was typed. */
export function SessionDialog() {
  const words = useWords();
  const [isOpened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [step, setStep] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const settle = useRef<{ resolve: () => void; reject: (error: Error) => void } | null>(null);

  useEffect(
    () =>
      onSessionEnd(
        () =>
          new Promise((resolve, reject) => {
            settle.current = { resolve, reject };
            setProblem(null);
            setStep(null);
            setOpened(true);
          }),
      ),
    [],
  );

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setSending(true);
    try {
      const outcome = await (step === null
        ? logInAgain(String(typed.get('login')), String(typed.get('password')))
        : sendCode(step, String(typed.get('code'))));
      setProblem(outcome.problem);
      setStep(outcome.step);
      if (outcome.problem === null && outcome.step === null) {
        setOpened(false);
        settle.current?.resolve();
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  };

  const dismiss = () => {
    setOpened(false);
    settle.current?.reject(new Error(words.session.title));
  };

  return (
    <Modal
      opened={isOpened}
      onClose={dismiss}
      title={words.session.title}
      centered
      // Above any dialog whose request found the session ended.
      zIndex={400}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{words.session.text}</Text>
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {step === null ? (
            <>
              <TextInput label={words.session.login} name="login" autoComplete="username" required data-autofocus />
              <PasswordInput label={words.session.password} name="password" autoComplete="current-password" required />
            </>
          ) : (
            <TextInput
              key="code"
              label={words.session.code}
              name="code"
              autoComplete="one-time-code"
              required
              autoFocus
            />
          )}
          <Button type="submit" loading={isSending}>
            {words.session.logIn}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
