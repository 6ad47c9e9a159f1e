/**
 * Seconds after a change of the address in which export and the removal of recovery factors and login methods are frozen. The owner,
 * notified by email, has this time to react.
 */
export const freezeSeconds = 24 * 3600
