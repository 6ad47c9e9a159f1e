/**
 * Finds the code of a pairing in what somebody pasted, scanned or was sent to: the code itself, or a link into a wallet that
 * carries one. Whether the code is a good one, the client says.
 *
 * @example readCode('https://phone.example/wc?uri=wc%3A4d…%402%3F…') // 'wc:4d…@2?…'
 */
export function readCode(text: string): string | undefined {
  const trimmed = text.trim().replace(/^["'<]|[>"']$/g, '')
  if (/^wc:\S+$/.test(trimmed)) return trimmed
  const [, rest] = /[?&]uri=(\S+)$/.exec(trimmed) ?? []
  if (rest === undefined) return undefined
  // A code that was not encoded goes on behind its own `&`; behind an encoded one stands what else the link says.
  const own = /^wc(:|%3a)[^&]*\?/i.test(rest) ? rest : (rest.split('&')[0] ?? '')
  // Telegram on Android takes one layer off, so links there have two.
  for (let code = own, layers = 0; layers < 3; layers++) {
    if (/^wc:\S+$/.test(code)) return code
    try {
      code = decodeURIComponent(code)
    } catch {
      return undefined
    }
  }
  return undefined
}
