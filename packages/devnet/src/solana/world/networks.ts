import { createHash } from 'node:crypto'
import { solanaNetworks } from '@latchkey/protocol'
import { getBase58Decoder } from '@solana/kit'

/** A local Solana network before it runs. */
export type NetworkDefinition = { chainId: `solana:${string}`; name: string; genesisHash: string }

/** The local Solana networks. Their genesis hashes differ from those of public clusters, which keeps signed data separate. */
export const networkDefinitions: readonly NetworkDefinition[] = [
  define({ chainId: solanaNetworks.localnet, number: 1, name: 'Local Solana' }),
  define({ chainId: solanaNetworks.localnetTwo, number: 2, name: 'Local Solana Two' }),
]

function define({ number, ...rest }: { chainId: `solana:${string}`; name: string; number: number }): NetworkDefinition {
  const genesisHash = getBase58Decoder().decode(createHash('sha256').update(`Latchkey local Solana ${number}`).digest())
  return { ...rest, genesisHash }
}
