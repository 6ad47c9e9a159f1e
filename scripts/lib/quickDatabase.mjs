/**
 * Flags of Node.js for tests on the embedded database. Its engine is WebAssembly, which V8 compiles twice: at once, and again in the
 * background for a longer run. A database of a test ends before that has paid, and it takes half of the time of a core.
 */
export const quickDatabase = ['--liftoff-only']
