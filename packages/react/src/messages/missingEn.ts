/** The English texts for optional services that a site lacks. The groups of their views load them. Otherwise as in `en.ts`. */
export const missingEn = { 'later.text': '{app} does not offer this.', 'later.account': 'Go to your account' } as const
