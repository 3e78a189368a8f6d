// In place of a screen that the role does not open: what is missing, and whom to ask.
import { type Need, type Section, sectionRefusal, sections } from '@tributary/contract/accounts/sections';
import { useTitle } from '../../kit/pages/use-title.ts';
import { useSession } from '../../kit/shell/session-context.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconShieldCheck } from '../../ui/icons.ts';
import { said, saidByServer } from '../../words/said.ts';

export function ClosedScreen({ section, need }: { section: Section; need: Need }) {
  const { role } = useSession();
  useTitle(said(sections[section]));
  return (
    <div role="alert">
      <EmptyState
        icon={<IconShieldCheck size={22} aria-hidden />}
        title={saidByServer(sectionRefusal(role?.name ?? '', role?.sections ?? {}, section, need))}
      />
    </div>
  );
}
