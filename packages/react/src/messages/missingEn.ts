/** The English texts of what a site may do without: the groups of views of such services bring them. As `en.ts` otherwise. */
export const missingEn = { 'later.text': '{app} does not offer this.', 'later.account': 'Go to your account' } as const
