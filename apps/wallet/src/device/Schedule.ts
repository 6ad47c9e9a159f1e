/** Runs a function later. Returns a function that cancels it. */
export type Schedule = (run: () => void, milliseconds: number) => () => void
