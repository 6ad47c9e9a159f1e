/** How long a test waits for a condition, in milliseconds. */
export const patience: number
