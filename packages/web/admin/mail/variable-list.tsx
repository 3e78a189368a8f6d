// What this mail can say: pressed, a variable is put where the cursor stands, else at the end of the text.
import { UnstyledButton } from '@mantine/core';
import type { MailTemplate } from '@tributary/contract/mail-templates';
import { useReadOnly } from '../../kit/form/read-only.tsx';
import { t } from '../../words/admin.ts';
import classes from './template.module.css';

interface VariableListProps {
  template: MailTemplate;
  insertAtEnd: (text: string) => void;
}

/** where somebody is writing, the browser itself puts it there, and undo takes it back */
function insertAtCursor(text: string): boolean {
  const at = document.activeElement;
  const writes =
    at instanceof HTMLElement && (at.isContentEditable || (at instanceof HTMLInputElement && at.name === 'subject'));
  return writes && document.execCommand('insertText', false, text);
}

export function VariableList({ template, insertAtEnd }: VariableListProps) {
  const readOnly = useReadOnly();
  return (
    <div className={classes.variables}>
      <p>{template.needs_link ? t('mailTemplates.variablesLink') : t('mailTemplates.variables')}</p>
      <ul>
        {template.variables.map(({ name, sample }) => {
          const text = `{{ ${name} }}`;
          return (
            <li key={name}>
              <UnstyledButton
                className={classes.variable}
                disabled={readOnly}
                title={sample}
                // the text keeps its cursor
                onMouseDown={(press) => press.preventDefault()}
                onClick={() => insertAtCursor(text) || insertAtEnd(text)}
              >
                {name}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
