import type { Network } from '@latchkey/core/networks'
import * as kit from '@latchkey/core/networks'
import * as z from 'zod/mini'
import { findNearest } from './findNearest.ts'
import { chainId, flag, oneOf, section, someText, textLike, webAddress } from './siteFields.ts'

/** Networks that site.json can name: the kit's presets by their names, such as `base` or `solanaDevnet`. */
export const networkPresets: Readonly<Record<string, Network>> = Object.fromEntries(
  Object.entries(kit).flatMap(([name, value]) =>
    typeof value === 'object' && 'caipNetworkId' in value ? [[name, value]] : [],
  ),
)

const whole = section({
  id: z.union([z.number(), z.string()], 'must be the number or the reference of the network'),
  caipNetworkId: chainId(),
  chainNamespace: oneOf(['eip155', 'solana', 'bip122']),
  name: someText(),
  nativeCurrency: section({
    name: someText(),
    symbol: someText(),
    decimals: z.int('must be a whole number').check(z.minimum(0, 'must be 0 or more')),
  }),
  rpcUrls: section({
    default: section({ http: z.array(webAddress(), 'must be a list of addresses; [] where wallets are offered none') }),
  }),
  blockExplorers: z.exactOptional(section({ default: section({ name: someText(), url: webAddress() }) })),
  testnet: z.exactOptional(flag()),
  imageUrl: z.exactOptional(someText()),
  swapRouter: z.exactOptional(
    textLike(/^0x[0-9a-f]{40}$/i, 'must be the router’s address: 0x and 40 hexadecimal characters'),
  ),
}).check(
  z.refine(({ id, caipNetworkId, chainNamespace }) => caipNetworkId === `${chainNamespace}:${id}`, {
    path: ['caipNetworkId'],
    error: 'must be `chainNamespace` and `id` with a colon between them',
  }),
)

/** A network of the site: the name of a preset, an object with `preset` and changed properties, or a complete object. */
export const networkSchema = z.pipe(
  z.transform((value: unknown, { issues }) => {
    const { preset, ...own } = typeof value === 'object' && value ? (value as { preset?: unknown }) : { preset: value }
    if (preset === undefined && value !== undefined) return value
    const network = typeof preset === 'string' && Object.hasOwn(networkPresets, preset) && networkPresets[preset]
    if (network) return { ...toKeys(network), ...own }
    issues.push({ code: 'custom', input: value, message: unknownPreset(preset) })
    return z.NEVER
  }),
  whole,
)

/** Removes undefined keys, because JSON has none. */
function toKeys(network: Network): Record<string, unknown> {
  return Object.fromEntries(Object.entries(network).filter(([, value]) => value !== undefined))
}

function unknownPreset(preset: unknown) {
  const names = Object.keys(networkPresets)
  const all = names.map((name) => `"${name}"`).join(', ')
  if (preset === undefined) return `is missing; name at least one network: one of ${all}, or an object`
  const nearest = typeof preset === 'string' ? findNearest({ word: preset, words: names }) : undefined
  const hint = nearest ? `the nearest is "${nearest}"` : `the presets are ${all}`
  return `must name a preset or be a whole network, and ${JSON.stringify(preset)} is no preset; ${hint}`
}
