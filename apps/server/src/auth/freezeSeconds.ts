/**
 * Seconds for which export and the removal of factors and logins are frozen after a change of the address: time for the owner, who was
 * told by mail, to come back.
 */
export const freezeSeconds = 24 * 3600
