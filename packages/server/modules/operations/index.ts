// The operator: whoever runs the platform. Sees all tenants but nothing inside them; works through a database role and
// a cookie of its own.
export { CommandError, runOperatorCommand } from './command.ts';
export { ensureOperator } from './ensure-operator.ts';
export { contactJobs } from './jobs.ts';
export { operatorsWithPasswords, removeOperators } from './operators.repo.ts';
export { type OperationsDeps, operationsHandlers } from './routes.ts';
export { operatorOfSecret } from './sign-in.ts';
