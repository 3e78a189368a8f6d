// The reader's language, as a menu of their own names.
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '../../ui/icons.ts';
import { type Language, languages } from '../../words/languages.ts';
import { useLanguage } from '../../words/words.ts';

interface LanguageMenuProps {
  label: string;
  /** this browser's language where absent */
  current?: Language;
  choose: (language: Language) => void;
  /** what the choice affects */
  note?: string;
  /** its place is kept while the choice is not known yet */
  disabled?: boolean;
}

export function LanguageMenu({ label, current, choose, note, disabled }: LanguageMenuProps) {
  const own = useLanguage();
  const chosen = current ?? own;
  return (
    <Menu position="bottom-end" width={note ? 220 : 160}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h={36}
          px={10}
          leftSection={<IconLanguage size={18} aria-hidden />}
          disabled={disabled}
          // what is seen is part of what is heard: "click EN" works by voice
          aria-label={`${label}: ${languages[chosen]} (${chosen.toUpperCase()})`}
        >
          {chosen.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {note && <Menu.Label>{note}</Menu.Label>}
        {(Object.keys(languages) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => choose(language)}
            rightSection={language === chosen ? <IconCheck size={16} aria-hidden /> : null}
            aria-current={language === chosen || undefined}
          >
            {languages[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
