// A thing that goes from step to step (a batch, a file): where it stands, what can be done with it next, and what went wrong.
import { Alert, Button, Progress } from '@mantine/core';
import type { RouteSpec } from '@tributary/contract/route';
import { type ReactNode, useState } from 'react';
import type { Icon } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { type Confirmation, confirmDialog } from '../dialogs/dialogs.tsx';
import { toast } from '../dialogs/toast.tsx';
import { sentenceFor } from '../language/sentence-for.ts';
import { useMay } from '../shell/permissions.ts';
import { reportError } from './report-error.ts';
import classes from './steps-panel.module.css';

export interface Step {
  label: string;
  calls: RouteSpec;
  icon: Icon;
  isMain?: boolean;
  danger?: boolean;
  ask?: Confirmation;
  /** false where the reader thought better of it */
  send: () => Promise<unknown>;
  done?: string;
}

interface StepsPanelProps {
  label: string;
  badge: Parameters<typeof StatusBadge>[0];
  steps: readonly Step[];
  reload: () => Promise<void>;
  children: ReactNode;
}

export function StepsPanel({ label: name, badge, steps, reload, children }: StepsPanelProps) {
  const may = useMay();
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async ({ label, ask, send, done }: Step) => {
    if (ask && !(await confirmDialog(ask))) return;
    setBusy(true);
    setFault(null);
    try {
      if ((await send()) !== false && done) toast.success(done);
    } catch (error) {
      reportError(`${label}: not done`, error);
      setFault(sentenceFor(error));
    }
    await reload();
    setBusy(false);
  };
  return (
    <section className={classes.panel} aria-label={name}>
      <div className={classes.head}>
        <StatusBadge {...badge} />
        <div className={classes.verbs}>
          {steps
            .filter(({ calls }) => may(calls))
            .map((step) => (
              <Button
                key={step.label}
                size="sm"
                variant={step.isMain ? 'filled' : 'default'}
                color={step.danger ? 'red' : undefined}
                disabled={busy}
                leftSection={<step.icon size={16} aria-hidden />}
                onClick={() => void run(step)}
              >
                {step.label}
              </Button>
            ))}
        </div>
      </div>
      {fault !== null && (
        <Alert color="red" role="alert" withCloseButton onClose={() => setFault(null)}>
          {fault}
        </Alert>
      )}
      {children}
    </section>
  );
}

export function WorkUnderWay({ text, done, total }: { text: string; done: number; total: number }) {
  return (
    <div role="status">
      <p>{text}</p>
      <Progress value={total === 0 ? 0 : (100 * done) / total} animated aria-hidden />
    </div>
  );
}
