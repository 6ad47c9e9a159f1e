/** The English text of what a site may do without: the groups of views of such services bring it. As `en.ts` otherwise. */
export const missingEn = { 'later.text': '{app} does not offer this.' } as const
