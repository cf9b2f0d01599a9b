/** The admin key of daemons in tests. In a file of its own: a test of a spawned daemon need not load the service. */
export const ADMIN_KEY = 'admin-key-for-tests-only'
