// One role: its matrix, scope and hidden fields. The presets are shown and copied; the workspace's own are changed here.
import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { hiddenClasses, hiddenClassNames } from '@tributary/contract/accounts/hidden';
import { type RoleRecord, roleRoutes } from '@tributary/contract/accounts/role-routes';
import { scopeKinds } from '@tributary/contract/accounts/scope';
import { type Section, sectionNames, sections } from '@tributary/contract/accounts/sections';
import { useState } from 'react';
import { Link } from 'react-router';
import { FormMessage } from '../../kit/form/form-message.tsx';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { useMay } from '../../kit/shell/permissions.ts';
import { t } from '../../words/admin.ts';
import { said } from '../../words/said.ts';
import { CopyRole } from './copy-role.tsx';
import classes from './team.module.css';
import { type RoleDraft, useRoleDraft } from './use-role-draft.ts';
import { roleName } from './words.ts';

const shownSections = sectionNames.filter((section) => section !== 'self');
const levels = [
  { value: 'none', label: t('team.none') },
  { value: 'read', label: t('team.read') },
  { value: 'write', label: t('team.write') },
];
const reaches = [
  { value: 'all', label: t('team.all') },
  { value: 'assigned', label: t('team.assigned') },
];
const scopeWords = { publishers: t('common.affiliates'), advertisers: t('common.advertisers') } as const;

interface RolePanelProps {
  role: RoleRecord;
  choose: (id: string) => void;
}

export function RolePanel({ role, choose }: RolePanelProps) {
  const may = useMay();
  const [copying, setCopying] = useState(false);
  const own = role.preset === null;
  const editable = own && role.within_reach && may(roleRoutes.editRole);
  const edit = useRoleDraft(role, choose);
  useLeaveGuard(edit.isUnsaved, t('team.roleNotSaved'), ({ pathname, search }) => pathname + search);
  return (
    <div className={classes.panel}>
      <div className={classes.panelHead}>
        <div>
          <h2>{roleName(role)}</h2>
          <p className={classes.help}>{own ? t('team.ownRole') : t('team.presetRole')}</p>
        </div>
        {may(roleRoutes.createRole) && (
          <Button variant="default" onClick={() => setCopying(true)}>
            {t('team.copyRole')}
          </Button>
        )}
        {editable && (
          <Button variant="default" color="red" onClick={() => void edit.remove()}>
            {t('team.deleteRole')}
          </Button>
        )}
      </div>
      <Holders role={role} />
      {edit.fault && <FormMessage message={{ tone: 'error', text: edit.fault }} />}
      {editable && (
        <TextInput
          label={t('team.roleName')}
          maxLength={60}
          maw={360}
          value={edit.draft.name}
          onChange={(event) => edit.set({ name: event.currentTarget.value })}
        />
      )}
      <Matrix draft={edit.draft} set={edit.set} editable={editable} />
      {editable && edit.changed && (
        <div className={classes.save}>
          <span>
            {role.holders > 0 ? t('team.holdersSignInAgain', { count: role.holders }) : t('team.notSavedYet')}
          </span>
          <Button variant="default" onClick={edit.reset}>
            {t('team.discard')}
          </Button>
          <Button disabled={edit.busy} onClick={() => void edit.save()}>
            {edit.busy ? t('common.saving') : t('team.saveRole')}
          </Button>
        </div>
      )}
      {copying && <CopyRole role={role} close={() => setCopying(false)} choose={choose} />}
    </div>
  );
}

const Holders = ({ role }: { role: RoleRecord }) => (
  <p className={classes.holders}>
    {role.holders === 0 ? t('team.nobodyHolds') : t('team.heldBy')}{' '}
    {role.held_by.map(({ id, name }, at) => (
      <span key={id}>
        {at > 0 && ', '}
        <Link to={`/am/team?record=${id}`}>{name}</Link>
      </span>
    ))}
    {role.holders > role.held_by.length && ` ${t('team.andMore', { count: role.holders - role.held_by.length })}`}
  </p>
);

interface MatrixProps {
  draft: RoleDraft;
  set: (change: Partial<RoleDraft>) => void;
  editable: boolean;
}

function Matrix({ draft, set, editable }: MatrixProps) {
  const choice = (label: string, value: string, data: typeof levels, onChange: (value: string) => void) => (
    <SegmentedControl size="xs" aria-label={label} value={value} data={data} disabled={!editable} onChange={onChange} />
  );
  const setSection = (section: Section) => (value: string) =>
    set({ sections: { ...draft.sections, [section]: value === 'read' || value === 'write' ? value : undefined } });
  return (
    <>
      <section className={classes.part}>
        <h3>{t('team.sections')}</h3>
        <ul className={classes.matrix}>
          {shownSections.map((section) => (
            <li key={section}>
              <span>{said(sections[section])}</span>
              {choice(said(sections[section]), draft.sections[section] ?? 'none', levels, setSection(section))}
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.part}>
        <h3>{t('team.scope')}</h3>
        <p className={classes.help}>{t('team.scopeHelp')}</p>
        <ul className={classes.matrix}>
          {scopeKinds.map((kind) => (
            <li key={kind}>
              <span>{scopeWords[kind]}</span>
              {choice(`${t('team.scope')}: ${scopeWords[kind]}`, draft.scope[kind], reaches, (value) =>
                set({ scope: { ...draft.scope, [kind]: value === 'assigned' ? 'assigned' : 'all' } }),
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.part}>
        <h3>{t('team.hiddenFields')}</h3>
        <p className={classes.help}>{t('team.hiddenFieldsHelp')}</p>
        <div className={classes.hidden}>
          {hiddenClassNames.map((field) => (
            <Checkbox
              key={field}
              label={said(hiddenClasses[field])}
              checked={draft.hidden.includes(field)}
              disabled={!editable}
              onChange={(event) =>
                set({
                  hidden: hiddenClassNames.filter((one) =>
                    one === field ? event.currentTarget.checked : draft.hidden.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </section>
    </>
  );
}
