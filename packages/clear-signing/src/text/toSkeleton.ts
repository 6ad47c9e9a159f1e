// Letters of other scripts above the Latin ones that they resemble. Source: Unicode Technical Standard 39, those that occur in
// symbols.
const foreign = 'АВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧԀᏀƧ₮'
const latin = 'ABCEHIJKMOPSTXYABEZHIKMNOPTYXDGST'

/**
 * Reduces a symbol to its appearance at a glance: capitals without marks, with digits and foreign letters as the letters that they
 * resemble. Two symbols with the same skeleton can be mistaken for each other.
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
