/** The project of tests, which allows any origin of `localhost`. */
export const testProjectId = '0123456789abcdef0123456789abcdef'
