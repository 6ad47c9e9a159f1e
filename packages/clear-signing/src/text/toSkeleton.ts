// Letters of other scripts and the Latin ones that they are taken for, one under the other. Source: Unicode Technical Standard
// 39, those that fit symbols.
const foreign = 'АВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧԀᏀƧ₮'
const latin = 'ABCEHIJKMOPSTXYABEZHIKMNOPTYXDGST'

/**
 * Reduces a symbol to what a quick look sees of it: capitals without marks, digits and foreign letters as the letters that
 * they resemble. Two symbols with one skeleton are taken for one another.
 *
 * @example toSkeleton('USDС') === toSkeleton('usdc') // true: the first ends in a Cyrillic letter
 */
export function toSkeleton(symbol: string): string {
  return Array.from(symbol.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase())
    .map((letter) => latin[foreign.indexOf(letter)] ?? letter)
    .join('')
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('L', 'I')
    .replaceAll('5', 'S')
    .replace(/[^A-Z0-9]/g, '')
}
