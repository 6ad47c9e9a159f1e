/**
 * Finds the code of a pairing in a pasted or scanned text or a link: the code itself, or a link into a wallet that contains one. The
 * client validates the code.
 *
 * @example readCode('https://phone.example/wc?uri=wc%3A4d…%402%3F…') // 'wc:4d…@2?…'
 */
export function readCode(text: string): string | undefined {
  const trimmed = text.trim().replace(/^["'<]|[>"']$/g, '')
  if (/^wc:\S+$/.test(trimmed)) return trimmed
  const [, rest] = /[?&]uri=(\S+)$/.exec(trimmed) ?? []
  if (rest === undefined) return undefined
  // A code without encoding continues after its own `&`. After an encoded one, other parameters of the link follow.
  const own = /^wc(:|%3a)[^&]*\?/i.test(rest) ? rest : (rest.split('&')[0] ?? '')
  // Telegram on Android removes one layer of encoding, so links there have two.
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
