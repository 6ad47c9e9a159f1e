/** The English texts of the account's settings that not everybody sees: they come with their views. As `en.ts` otherwise. */
export const settingsEn = {
  'settings.sessionsText': 'What apps may do without asking',
  'settings.signIn': 'You sign in with',
  'updateEmail.first': 'A code goes to the address that you type here.',
} as const
