/** Time in which the visitor has to decide about a transaction, in milliseconds. */
export const signTimeout = 600_000
