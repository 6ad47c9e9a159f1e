/** The English texts of codes that expire. The groups of views with such a code load them. Otherwise as in `en.ts`. */
export const liveCodeEn = {
  'pairing.preparing': 'Creating a code…',
  'pairing.left': 'New code in {time}',
  'pairing.fresh': 'Here is a new code.',
  'pairing.copy': 'Copy link',
} as const
