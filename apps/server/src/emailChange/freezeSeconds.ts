/** Seconds for which export and the removal of factors are frozen after a change of the address. */
export const freezeSeconds = 24 * 3600
