/**
 * Fragment key of the page's URL after a login without a pop-up: `#latchkey-social=<attemptId>.<resultToken>`, without the token after a
 * failure. The token is valid once, and only with the key of the device that started the login.
 */
export const socialReturnKey = 'latchkey-social'
