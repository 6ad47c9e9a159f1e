import { drawTile } from './drawTile.ts'

/** Lines with round caps, as in all marks. */
function lines(path: string, width = 4.5): string {
  return `<path d="${path}" fill="none" stroke="#fff" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Second tone for background elements. */
function quiet(mark: string): string {
  return `<g opacity=".6">${mark}</g>`
}

/** Mark of a wrapped token: the original, smaller, in a ring. */
function wrapped(mark: string): string {
  const ring = '<circle cx="32" cy="32" r="22.5" fill="none" stroke="#fff" stroke-width="3"/>'
  return `${quiet(ring)}<g transform="translate(9.6 9.6) scale(.7)">${mark}</g>`
}

/** A cut gem with light from the left. */
const diamond = `<path d="M32 11 17.5 32.5 32 53z" fill="#fff"/>${quiet('<path d="M32 11 46.5 32.5 32 53z" fill="#fff"/>')}`
const bitcoin = lines(
  'M26.5 19.5v25M22.5 19.5h11a6.1 6.1 0 0 1 0 12.2h-7M26.5 31.7h8a6.4 6.4 0 0 1 0 12.8h-12M28.5 14v5.5M34.5 14v5.5M28.5 44.5v5.5M34.5 44.5v5.5',
)
const dollar = lines(
  'M40 25.2c-1-3.7-4-5.7-8-5.7-4.7 0-8.2 2.3-8.2 6.1 0 8.4 16.6 4.3 16.6 12.8 0 3.9-3.6 6.2-8.4 6.2-4.5 0-7.8-2.2-8.7-6.1M32 13.5v6M32 44.5v6',
)
const sun = `<circle cx="32" cy="32" r="9.5" fill="#fff"/>${quiet(lines('M32 12.5v4M32 47.5v4M12.5 32h4M47.5 32h4M18.2 18.2l2.9 2.9M42.9 42.9l2.9 2.9M18.2 45.8l2.9-2.9M42.9 21.1l2.9-2.9'))}`
const keyhole =
  '<path d="M32 14a10.5 10.5 0 0 1 5.4 19.5l3.4 14.7a1.5 1.5 0 0 1-1.5 1.8h-14.6a1.5 1.5 0 0 1-1.5-1.8l3.4-14.7a10.5 10.5 0 0 1 5.4-19.5z" fill="#fff"/>'
const sunrise = `<path d="M21.5 38a10.5 10.5 0 0 1 21 0z" fill="#fff"/>${lines('M14 43.5h36')}${quiet(lines('M16.5 33.5l-3-1M21.3 23.8l-2.3-2.3M32 19v-3.5M42.7 23.8l2.3-2.3M47.5 33.5l3-1M24.5 51h15'))}`
const gate = `${quiet(lines('M17.5 33h29M24.8 22v26M32 20v28M39.2 22v26', 3))}${lines('M17.5 49.5v-18a14.5 14.5 0 0 1 29 0v18', 5)}`
/** Keep a gap between stroke and bell, so that both are visible at the size of a line of text. */
const mutedBell = `<mask id="m"><rect width="64" height="64" fill="#fff"/><path d="M14 20.5l30 33" stroke="#000" stroke-width="5"/></mask><g mask="url(#m)"><path d="M32 13a11.5 11.5 0 0 1 11.5 11.5v9.5l3.8 6.5a1.5 1.5 0 0 1-1.3 2.3h-28a1.5 1.5 0 0 1-1.3-2.3l3.8-6.5v-9.5a11.5 11.5 0 0 1 11.5-11.5z" fill="#fff"/>${quiet('<path d="M26.5 46.5h11a5.5 5.5 0 0 1-11 0z" fill="#fff"/>')}</g>${lines('M17 17l30 33', 4)}`

const coins = {
  ETH: { from: '#7186c4', to: '#3f5290', mark: diamond },
  WETH: { from: '#8b7fc9', to: '#55468f', mark: wrapped(diamond) },
  BTC: { from: '#db7810', to: '#b35406', mark: bitcoin },
  WBTC: { from: '#b87445', to: '#7c431c', mark: wrapped(bitcoin) },
  LBTC: { from: '#d9721a', to: '#9c3f0c', mark: wrapped(bitcoin) },
  USDC: { from: '#3f87e2', to: '#1c58b0', mark: dollar },
  USDT: { from: '#23a083', to: '#0c6c58', mark: dollar },
  DAI: { from: '#c2588c', to: '#8a2f62', mark: dollar },
  USDL: { from: '#1a9bb4', to: '#0b6680', mark: dollar },
  SOL: { from: '#b555dc', to: '#6a2cae', mark: sun },
  LSOL: { from: '#a457c9', to: '#5d2c94', mark: wrapped(sun) },
  LATCH: { from: '#c28428', to: '#8a5b00', mark: keyhole },
  AUR: { from: '#ec6a52', to: '#b32f6d', mark: sunrise },
  TOLL: { from: '#74943a', to: '#44611c', mark: gate },
  MUTE: { from: '#7c8699', to: '#4a5366', mark: mutedBell },
}

/** Icons of well-known tokens by symbol, as SVG documents. They were drawn for Latchkey and identify a token, but are not its logo. */
export const coinMarks: ReadonlyMap<string, string> = new Map(
  Object.entries(coins).map(([symbol, coin]) => [symbol, drawTile(coin)]),
)
