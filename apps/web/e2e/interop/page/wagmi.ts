import { createConfig, http } from 'wagmi'
import { toChain } from './toChain.ts'

const stranger = toChain(INTEROP.stranger)
const [first = stranger, ...rest] = INTEROP.networks.map(toChain)
const chains = [first, ...rest, stranger] as const

// No connectors: wagmi discovers the wallet like any other.
export const wagmiConfig = createConfig({
  chains,
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
})
