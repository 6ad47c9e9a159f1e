import { ServiceError } from '@latchkey/protocol/errors'

/** Possible text colors on the accent, and the cards' backgrounds by mode. */
const inks = ['#ffffff', '#050504']
const backgrounds = { light: '#ffffff', dark: '#17171a' }

/** WCAG 2.2 contrast ratio of text. */
const textContrast = 4.5
/**
 * Below this contrast a button is invisible on the card. It is low because only the text must be readable, so a pale brand color is
 * fine.
 */
const partContrast = 1.2

/**
 * Refuses an accent without readable text or without contrast to the card. A page could hide the button that way.
 *
 * @throws LatchkeyError `frame_request_invalid`
 * @example checkAccent({ accent: '#3b5bdb', mode: 'light' })
 */
export function checkAccent({ accent, mode }: { accent: string; mode: 'light' | 'dark' }): void {
  const isReadable = inks.some((ink) => contrast(ink, accent) >= textContrast)
  const isVisible = contrast(backgrounds[mode], accent) >= partContrast
  if (!isReadable || !isVisible) throw new ServiceError('frame_request_invalid', { details: 'accent' })
}

/** WCAG 2.2 contrast ratio of two `#rrggbb` colors: 1 to 21. */
function contrast(left: string, right: string): number {
  const [a, b] = [luminance(left), luminance(right)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
