/** The platform's own row among the tenants: mail and messages that belong to no tenant are kept under it. */
export const PLATFORM_TENANT_ID = '00000000-0000-7000-8000-000000000000';
