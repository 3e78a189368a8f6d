// The reader's language, as a menu of their own names.
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '../ui/icons.ts';
import { type Language, languages, setLanguage, useLanguage } from './language.ts';

export function LanguageMenu({ label }: { label: string }) {
  const current = useLanguage();
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          h={36}
          px={10}
          leftSection={<IconLanguage size={18} aria-hidden />}
          aria-label={`${label}: ${languages[current]}`}
        >
          {current.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(languages) as Language[]).map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => setLanguage(language)}
            rightSection={language === current ? <IconCheck size={16} aria-hidden /> : null}
            aria-current={language === current || undefined}
          >
            {languages[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
