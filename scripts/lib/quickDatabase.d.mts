/** Flags of Node.js for tests on the embedded database. */
export const quickDatabase: string[]
