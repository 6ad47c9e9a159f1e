/** The English texts about providers and about the sign-in of a login; in the frame's second script. */
export const socialEn = {
  'number.title': 'Go on in the other window',
  'number.text': 'The window of {provider} asks for this number:',
  'number.expired': 'This took too long. Close it and begin again.',
  'number.hint': 'Type it only into the window that opened just now. Tell it to nobody.',
  'number.before.title': 'Remember this number',
  'number.before.text': 'The next page asks for it before it goes to {provider}:',
  'number.before.hint': 'Type it only on the next page of the wallet. Tell it to nobody.',
  'number.before.go': 'Go on',
  'social.heading': 'Sign in with {provider} once more',
  'social.text': '{provider} opens in a window of its own.',
  'social.go': 'Continue with {provider}',
  'social.waiting': 'Waiting for the window of {provider}…',
  'signIn.also': 'This also signs you in to {site}.',
  'signIn.statement': 'With it you confirm:',
  'security.login': 'Signed in with',
} as const
