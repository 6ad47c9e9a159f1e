/** The English texts of signing in with a wallet: they come with their views. As `en.ts` otherwise. */
export const signInEn = {
  'signIn.checking.title': 'One moment',
  'signIn.checking.text': 'Looking whether you are signed in to {app}.',
  'signIn.needed.title': 'Sign in to {app}',
  'signIn.needed.text': 'Sign a message to show that this account is yours. It costs nothing and moves nothing.',
  'signIn.signing.title': 'Continue in {wallet}',
  'signIn.signing.text': 'Sign only if the message names {site}.',
  'signIn.signing.slow': 'Still waiting for {wallet}. Its window may be behind this one.',
  'signIn.storing.title': 'Signing you in',
  'signIn.storing.text': '{app} is checking the signature.',
  'signIn.storing.slow': 'Still waiting for {app} to check the signature.',
  'signIn.signedIn.title': 'You are signed in',
  'signIn.signedIn.text': 'This account is known to {app}.',
  'signIn.sign': 'Sign in',
  'signIn.later': 'Not now',
  'signIn.signOut': 'Sign out',
  'signIn.done': 'Done',
} as const
