const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufefc]/
const turning = /\p{Bidi_Control}/u

/**
 * Isolates a value if the writing direction would reorder its parts, or if one of its characters would change the direction of the text
 * after it. An address, an amount and the name of a wallet read the same in every language.
 *
 * @example isolate('0xde70…fb77', 'إرسال إلى {who}') // '\u20680xde70…fb77\u2069'
 */
export function isolate(value: string, text: string): string {
  return rightToLeft.test(value + text) || turning.test(value) ? `\u2068${value}\u2069` : value
}
