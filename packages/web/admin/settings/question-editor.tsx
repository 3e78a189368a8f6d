// The questions of one sign-up form: added, worded, put in order by dragging or by the arrow buttons.
import { ActionIcon, Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import {
  MAX_OPTIONS,
  MAX_QUESTIONS,
  type Question,
  type QuestionKind,
  questionKinds,
  type Words,
} from '@tributary/contract/settings/signup';
import { useState } from 'react';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconPlus, IconTrash } from '../../ui/icons.ts';
import { t } from '../../words/admin.ts';
import classes from './question-editor.module.css';

const kindWords = (): Record<QuestionKind, string> => ({
  text: t('signup.kindText'),
  long_text: t('signup.kindLongText'),
  choice: t('signup.kindChoice'),
  choices: t('signup.kindChoices'),
  yes_no: t('signup.kindYesNo'),
});

const empty: Words = { en: '', es: '', hi: '' };
const isChoice = (kind: QuestionKind): boolean => kind === 'choice' || kind === 'choices';
const newQuestion = (): Question => ({
  id: crypto.randomUUID(),
  kind: 'text',
  required: false,
  label: empty,
  options: [],
});

/** the one at `from` stands at `to`, the others close up */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...all.slice(from, from + 1), ...rest.slice(to)];
}

interface QuestionEditorProps {
  questions: readonly Question[];
  set: (questions: Question[]) => void;
  disabled: boolean;
}

export function QuestionEditor({ questions, set, disabled }: QuestionEditorProps) {
  const [dragged, setDragged] = useState<number | null>(null);
  const change = (at: number, changes: Partial<Question>) =>
    set(questions.map((question, n) => (n === at ? { ...question, ...changes } : question)));
  return (
    <Stack gap="sm">
      {questions.length === 0 && <p className={classes.none}>{t('signup.noQuestions')}</p>}
      <ol className={classes.list}>
        {questions.map((question, at) => (
          <li
            key={question.id}
            className={classes.question}
            data-dragged={dragged === at || undefined}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={() => {
              if (dragged !== null && dragged !== at) set(moved(questions, dragged, at));
              setDragged(null);
            }}
          >
            <Group gap="xs" wrap="nowrap" align="center">
              {!disabled && (
                // biome-ignore lint/a11y/noStaticElementInteractions: the arrow buttons beside it do the same by keyboard
                <span
                  className={classes.grip}
                  draggable
                  title={t('signup.drag')}
                  onDragStart={() => setDragged(at)}
                  onDragEnd={() => setDragged(null)}
                >
                  <IconGripVertical size={18} aria-hidden />
                </span>
              )}
              <strong className={classes.number}>{t('signup.question', { number: at + 1 })}</strong>
              <ActionIcon
                variant="default"
                aria-label={t('signup.up', { number: at + 1 })}
                disabled={at === 0}
                onClick={() => set(moved(questions, at, at - 1))}
              >
                <IconChevronUp size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('signup.down', { number: at + 1 })}
                disabled={at === questions.length - 1}
                onClick={() => set(moved(questions, at, at + 1))}
              >
                <IconChevronDown size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('signup.remove', { number: at + 1 })}
                onClick={() => set(questions.filter((_, n) => n !== at))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </Group>
            <Said words={question.label} set={(label) => change(at, { label })} label={t('signup.text')} />
            <Group gap="md" align="end">
              <Select
                label={t('signup.kind')}
                data={questionKinds.map((value) => ({ value, label: kindWords()[value] }))}
                value={question.kind}
                allowDeselect={false}
                disabled={disabled}
                onChange={(value) => {
                  const kind = questionKinds.find((one) => one === value) ?? 'text';
                  const options = isChoice(kind) ? (question.options.length ? question.options : [empty, empty]) : [];
                  change(at, { kind, options });
                }}
              />
              <Checkbox
                mb={8}
                label={t('signup.required')}
                checked={question.required}
                onChange={(event) => change(at, { required: event.currentTarget.checked })}
              />
            </Group>
            {isChoice(question.kind) && (
              <Options options={question.options} set={(options) => change(at, { options })} />
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <Button
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={questions.length >= MAX_QUESTIONS}
          onClick={() => set([...questions, newQuestion()])}
        >
          {t('signup.add')}
        </Button>
      )}
    </Stack>
  );
}

function Options({ options, set }: { options: readonly Words[]; set: (options: Words[]) => void }) {
  return (
    <Stack gap="xs" className={classes.options}>
      {options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: choices have no name of their own, and are not put in another order
        <Group key={at} gap="xs" wrap="nowrap" align="end">
          <Said
            words={option}
            set={(changed) => set(options.map((one, n) => (n === at ? changed : one)))}
            label={t('signup.choice', { number: at + 1 })}
          />
          <ActionIcon
            variant="default"
            mb={6}
            aria-label={t('signup.removeChoice', { number: at + 1 })}
            disabled={options.length <= 2}
            onClick={() => set(options.filter((_, n) => n !== at))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="subtle"
        className={classes.add}
        disabled={options.length >= MAX_OPTIONS}
        onClick={() => set([...options, empty])}
      >
        {t('signup.addChoice')}
      </Button>
    </Stack>
  );
}

/** English, and the two other languages, which may stay empty */
function Said({ words, set, label }: { words: Words; set: (words: Words) => void; label: string }) {
  const input = (language: keyof Words, name: string, placeholder?: string) => (
    <TextInput
      label={name}
      value={words[language]}
      maxLength={200}
      placeholder={placeholder}
      onChange={(event) => set({ ...words, [language]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.said}>
      {input('en', label)}
      {input('es', t('signup.inSpanish', { label }), words.en)}
      {input('hi', t('signup.inHindi', { label }), words.en)}
    </div>
  );
}
