// Domains of a workspace's own, for its portal and its tracking links: claimed, proven by DNS, checked every day, lost, removed.
// The database writes the verified ones into the directory (`tenants`), which hosts, links, mails and trackers read.

export { checkDueDomains } from './check-due.ts';
export { createHostDirectory, type HostDirectory } from './host-directory.ts';
export { domainJobs } from './jobs.ts';
export { domainRows } from './relations.repo.ts';
export { type DomainDeps, domainHandlers } from './routes.ts';
