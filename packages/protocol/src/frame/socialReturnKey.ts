/**
 * Where a login without a pop-up comes back to the page: `#latchkey-social=<attemptId>.<resultToken>`, without the token when it
 * failed. The token is good once, and only together with the key of the device that began.
 */
export const socialReturnKey = 'latchkey-social'
