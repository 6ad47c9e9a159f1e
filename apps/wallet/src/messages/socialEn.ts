/** The English texts about providers and about the sign-in of a login; in the frame's second script. */
export const socialEn = {
  'number.title': 'Continue in the other window',
  'number.text': 'The window of {provider} asks for this number:',
  'number.expired': 'This took too long. Close it and start again.',
  'number.hint': 'Enter it only in the window that just opened. Tell no one.',
  'number.before.title': 'Remember this number',
  'number.before.text': 'The next page asks for it before it goes to {provider}:',
  'number.before.hint': 'Enter it only on the next page of the wallet. Tell no one.',
  'number.before.go': 'Continue',
  'social.heading': 'Sign in with {provider} again',
  'social.text': '{provider} opens in a new window.',
  'social.go': 'Continue with {provider}',
  'social.waiting': 'Waiting for the window of {provider}…',
  'signIn.also': 'This also signs you in to {site}.',
  'signIn.statement': 'With it you confirm:',
  'security.login': 'Signed in with',
} as const
