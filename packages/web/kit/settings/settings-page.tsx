// A settings screen from its declaration: sections of the workspace's settings, each with its own Save, its version and its
// history. Whoever leaves with something unsaved is asked.
import type { SettingsName } from '@tributary/contract/settings';
import { type ReactNode, useCallback, useRef } from 'react';
import { PageHeader } from '../../ui/page-header.tsx';
import { t } from '../../words/kit.ts';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useTitle } from '../pages/use-title.ts';
import { Cards } from './card.tsx';
import type { SectionWords } from './setting-fields.ts';
import { SettingsSection } from './settings-section.tsx';

export interface SettingsScreen {
  title: string;
  purpose: string;
  sections: { readonly [Name in SettingsName]?: SectionWords<Name> };
}

interface SettingsPageProps {
  screen: SettingsScreen;
  /** between the head and the sections: tabs */
  intro?: ReactNode;
  /** cards below the sections: what belongs to the matter and is no setting */
  more?: ReactNode;
}

export function SettingsPage({ screen, intro, more }: SettingsPageProps) {
  useTitle(screen.title);
  const unsaved = useRef(new Set<string>());
  const report = useCallback((name: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(name);
    else unsaved.current.delete(name);
  }, []);
  useLeaveGuard(
    useCallback(() => unsaved.current.size > 0, []),
    t('settings.whatYouChanged'),
  );
  const names = Object.keys(screen.sections) as SettingsName[];
  return (
    <>
      <PageHeader title={screen.title} note={screen.purpose} />
      {intro}
      <Cards>
        {names.map((name) => {
          const words = screen.sections[name];
          return words && <SettingsSection key={name} name={name} words={words} report={report} />;
        })}
        {more}
      </Cards>
    </>
  );
}
