// Who may call what, as tables to be read: one of the routes, one of the presets. They are committed, so that a section, a need or
// a right which changes stands in the diff for whoever reviews it; a test compares them with the code.
import {
  type Access,
  hiddenClassNames,
  isGranted,
  needOf,
  needs,
  opensToKeys,
  presetNames,
  type RouteSpec,
  routes,
  scopeKinds,
  sectionNames,
} from '../../packages/contract/index.ts';
import { powersOf } from '../../packages/server/modules/accounts/signing-in/team-role.ts';

const folder = new URL('../../packages/contract/', import.meta.url);
const HEAD = 'Written by `npm run permissions`; a change here changes who may do what. Please review it as such.';

const whoOf = (access: Access): string => {
  if (access.who === 'session') return access.roles.join('+');
  return access.who === 'anyone' ? `anyone on ${access.place}` : access.who;
};
const sectionOf = ({ access, method }: RouteSpec): [section: string, need: string] =>
  'section' in access && access.section ? [access.section, needOf(method, access.needs)] : ['-', '-'];

/** what the access rule asks or allows beyond its section */
function furtherOf(route: RouteSpec): string[] {
  const { access, errors } = route;
  if (access.who !== 'session') return [];
  return [
    access.ownerOnly ? 'owner alone' : '',
    access.recentPassword ? 'password within 12 h' : '',
    !access.recentPassword && errors.includes('password_needed') ? 'password within 12 h for some choices' : '',
    errors.includes('wrong_credentials') ? 'password in the body' : '',
    access.impersonated === 'denied' ? '' : `login-as${access.visitorReads ? ` with ${access.visitorReads}:read` : ''}`,
    access.whenReadOnly ? 'when read-only' : '',
    access.beforePasswordChange ? 'before a new password' : '',
    access.beforeTerms ? 'before the terms' : '',
    access.beforeTwoFactor ? 'before two-factor' : '',
  ].filter((word) => word !== '');
}

function routesTable(): string {
  const rows = Object.values(routes as Record<string, RouteSpec>).map((route) => {
    const [section, need] = sectionOf(route);
    const key = opensToKeys(route) ? `${section}:${need}` : '-';
    const further = furtherOf(route).join(', ') || '-';
    return [route.path, route.method, whoOf(route.access), section, need, key, further];
  });
  const inOrder = rows.sort(([a = '', b = ''], [c = '', d = '']) => (`${a} ${b}` < `${c} ${d}` ? -1 : 1));
  return table([['path', 'method', 'who', 'section', 'need', 'key scope', 'further'], ...inOrder]);
}

function presetsTable(): string {
  const presets = presetNames.map((preset) => powersOf({ preset, sections: {}, scope: {}, hidden: [] }));
  const line = (name: string, cell: (powers: (typeof presets)[number]) => string) => [name, ...presets.map(cell)];
  return table([
    ['section', ...presetNames],
    ...sectionNames.map((section) =>
      line(section, ({ grants }) => needs.findLast((need) => isGranted(grants, section, need)) ?? 'none'),
    ),
    ...scopeKinds.map((kind) => line(`scope: ${kind}`, ({ scope }) => scope[kind])),
    ...hiddenClassNames.map((name) =>
      line(`hidden: ${name}`, ({ hidden }) => (hidden.includes(name) ? 'hidden' : 'shown')),
    ),
  ]);
}

function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return `${[HEAD, '', ...lines].map((line) => line.trimEnd()).join('\n')}\n`;
}

/** each with the file in which it is committed */
export const permissionTables = (): { file: URL; text: string }[] => [
  { file: new URL('permissions.routes.txt', folder), text: routesTable() },
  { file: new URL('permissions.presets.txt', folder), text: presetsTable() },
];
