/** The project that tests call with; any origin of `localhost` may use it. */
export const testProjectId = '0123456789abcdef0123456789abcdef'
