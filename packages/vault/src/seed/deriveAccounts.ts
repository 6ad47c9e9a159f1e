import type { WalletAccount } from '@latchkey/protocol/wallet'
import { bytesToHex } from '@noble/hashes/utils'
import { wipe } from '../bytes/wipe.ts'
import type { DerivedKey } from './DerivedKey.ts'
import { type BitcoinNetwork, deriveBitcoinKeys } from './deriveBitcoinKeys.ts'
import { deriveEvmKey } from './deriveEvmKey.ts'
import { deriveSolanaKey } from './deriveSolanaKey.ts'

/**
 * Derives the addresses of a seed: EVM, Solana, Bitcoin P2WPKH and P2TR, in this order. Public keys are compressed in `0x`
 * hexadecimal, Solana's in base 58. The private keys are wiped.
 *
 * @param options.networks the kinds of Bitcoin network, two addresses each
 * @example const [evm, solana, segwit, taproot] = deriveAccounts({ seed })
 */
export function deriveAccounts({
  seed,
  networks = ['mainnet'],
}: {
  seed: Uint8Array
  networks?: readonly BitcoinNetwork[]
}): WalletAccount[] {
  const evm = deriveEvmKey({ seed })
  const solana = deriveSolanaKey({ seed })
  const bitcoin = networks.flatMap((network) => Object.values(deriveBitcoinKeys({ seed, network })))
  const accounts = [
    accountOf('eip155', evm),
    { ...accountOf('solana', solana), publicKey: solana.address },
    ...bitcoin.map((key) => accountOf('bip122', key)),
  ]
  for (const key of [evm, solana, ...bitcoin]) wipe(key.privateKey)
  return accounts
}

function accountOf(namespace: WalletAccount['namespace'], { address, path, publicKey }: DerivedKey): WalletAccount {
  return { namespace, address, type: 'eoa', path, publicKey: `0x${bytesToHex(publicKey)}` }
}
