import type { Random } from './random.ts'

/** Symbols of the tokens that an operator lists as trusted. */
export const listedSymbols = [
  ...[
    'ETH',
    'WETH',
    'USDC',
    'USDT',
    'DAI',
    'WBTC',
    'LATCH',
    'UNI',
    'LINK',
    'PEPE',
    'AAVE',
    'ARB',
    'COMP',
    'SHIB',
    'MKR',
  ],
] as const

/** Letters that look like capital Latin ones. Source: Unicode Technical Standard 39, confusables. */
const foreign: Readonly<Record<string, string>> = {
  A: 'АΑᎪ',
  B: 'ВΒᏴ',
  C: 'СϹᏟ',
  D: 'ᎠꓓⅮ',
  E: 'ЕΕᎬ',
  H: 'НΗᎻ',
  I: 'ІΙӀ',
  K: 'КΚᏦ',
  L: 'ᏞꓡⅬ',
  M: 'МΜᎷ',
  N: 'Νꓠ',
  O: 'ОΟꓳ',
  P: 'РΡᏢ',
  R: 'ᎡꓣᏒ',
  S: 'ЅᏚꓢ',
  T: 'ТΤᎢ',
  U: 'ꓴՍ',
  W: 'ᎳԜꓪ',
}
const digits: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', S: '5', B: '8' }
const invisible = ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\u3164', '\u180e'] as const

type Forgery = { kind: string; forge: (symbol: string, random: Random) => string }

/** Ways to imitate a symbol. */
export const symbolForgeries: readonly Forgery[] = [
  { kind: 'same symbol', forge: (symbol) => symbol },
  { kind: 'letter case', forge: (symbol) => `${symbol.slice(0, 1).toLowerCase()}${symbol.slice(1)}` },
  { kind: 'one foreign letter', forge: (symbol, random) => replaceOne(symbol, foreign, random) },
  { kind: 'all foreign letters', forge: (symbol, random) => replaceAll(symbol, foreign, random) },
  { kind: 'digit for letter', forge: (symbol, random) => replaceOne(symbol, digits, random) },
  { kind: 'full width', forge: (symbol) => shift(symbol, 0xff21) },
  { kind: 'mathematical', forge: (symbol, random) => shift(symbol, random.pick([0x1d400, 0x1d5a0, 0x1d5d4, 0x1d670])) },
  { kind: 'circled', forge: (symbol) => shift(symbol, 0x24b6) },
  {
    kind: 'marked letter',
    forge: (symbol, random) => insert(symbol, random.pick(['\u0301', '\u0323', '\u0331', '\u0307']), random),
  },
  { kind: 'zero width', forge: (symbol, random) => insert(symbol, random.pick(invisible), random) },
  { kind: 'turned round', forge: (symbol) => `\u202e${[...symbol].reverse().join('')}\u202c` },
  { kind: 'separated', forge: (symbol, random) => insert(symbol, random.pick([' ', '-', '.', '_', '·']), random) },
  {
    kind: 'decorated',
    forge: (symbol, random) => random.pick([`$${symbol}`, `${symbol} ✅`, `${symbol}.`, ` ${symbol}`, `${symbol}™`]),
  },
  { kind: 'letters for one', forge: (symbol) => symbol.replace('W', 'VV').replace('M', 'rn') },
]

const honestSymbols = [
  ...['USDC.e', 'axlUSDC', 'USDbC', 'sUSDe', 'USDS', 'USDD', 'TUSD', 'GUSD', 'FRAX', 'sDAI', 'xDAI', 'stETH', 'wstETH'],
  ...['rETH', 'cbETH', 'weETH', 'ETHx', 'tBTC', 'cbBTC', 'BTCB', 'renBTC', 'UNIBOT', 'LINKPOOL', 'PEPECOIN', 'ARBI'],
  ...[
    'LATCHES',
    'COMPD',
    'SHIBAI',
    'aWETH',
    'vUSDT',
    'MKRX',
    'LUSD',
    'crvUSD',
    'GHO',
    'РУБЛЬ',
    'ДОМ',
    'ΔΩ',
    '熊猫',
    '🐶',
  ],
  ...['👩‍🚀DAO', '❤️', 'CAFÉ', 'TÜRK', '100X', 'B3', 'OP', 'W', 'G', 'BURN', 'SAVVY'],
] as const

/** The symbol of an honest, unlisted token: similar to a listed one, or made of random letters. */
export function honestSymbol(random: Random): string {
  if (random.number(2) === 0) return random.pick(honestSymbols)
  const consonants = 'BCDFGHJKMNPQRSTVXZ'
  return Array.from({ length: 4 + random.number(3) }, (_, index) =>
    random.pick([...(index % 3 === 1 ? 'AEOU' : consonants)]),
  ).join('')
}

function replaceOne(symbol: string, by: Readonly<Record<string, string>>, random: Random): string {
  const places = [...symbol].flatMap((letter, index) => (by[letter] ? [index] : []))
  // A symbol without a replaceable letter stays the same, which is the simplest imitation.
  if (places.length === 0) return symbol
  const place = random.pick(places)
  return [...symbol]
    .map((letter, index) => (index === place ? random.pick([...(by[letter] ?? letter)]) : letter))
    .join('')
}

function replaceAll(symbol: string, by: Readonly<Record<string, string>>, random: Random): string {
  return [...symbol].map((letter) => random.pick([...(by[letter] ?? letter)])).join('')
}

/** Shifts capital letters to another Unicode block. */
function shift(symbol: string, start: number): string {
  return [...symbol].map((letter) => String.fromCodePoint(start + (letter.codePointAt(0) ?? 65) - 65)).join('')
}

function insert(symbol: string, text: string, random: Random): string {
  const place = 1 + random.number(symbol.length - 1)
  return `${symbol.slice(0, place)}${text}${symbol.slice(place)}`
}
