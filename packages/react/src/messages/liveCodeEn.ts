/** The English texts of codes that are good for a while: the groups of views that show one bring them. As `en.ts` otherwise. */
export const liveCodeEn = {
  'pairing.preparing': 'Making a code…',
  'pairing.left': 'New code in {time}',
  'pairing.fresh': 'Here is a new code.',
  'pairing.copy': 'Copy link',
} as const
