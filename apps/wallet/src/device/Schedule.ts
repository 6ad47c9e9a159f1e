/** Runs a function later; gives what stops it. */
export type Schedule = (run: () => void, milliseconds: number) => () => void
