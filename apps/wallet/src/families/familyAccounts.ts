import { bitcoinNetworks, type ChainId, decodeBase58, parseChainId } from '@latchkey/protocol'
import type { WalletAccount } from '@latchkey/protocol/wallet'
import type { FamilyAccount } from './FamilyAccount.ts'

/** Address prefixes of Bitcoin networks (BIP-173). A network that is not listed has no accounts, because its addresses are unknown. */
const bitcoinPrefixes: Partial<Record<ChainId, string>> = {
  [bitcoinNetworks.mainnet]: 'bc1',
  [bitcoinNetworks.testnet]: 'tb1',
  [bitcoinNetworks.testnet4]: 'tb1',
  [bitcoinNetworks.signet]: 'tb1',
  [bitcoinNetworks.regtest]: 'bcrt1',
}

/**
 * Returns the visitor's accounts on a network outside of EVM, the paying one first. Bitcoin test networks have other accounts than
 * mainnet; an unknown network has none.
 *
 * @example familyAccounts({ accounts: wallet.accounts, chainId: bitcoinNetworks.regtest }) // a `payment` and an `ordinal` one
 */
export function familyAccounts({
  accounts,
  chainId,
}: {
  accounts: readonly WalletAccount[]
  chainId: ChainId
}): readonly FamilyAccount[] {
  const { namespace } = parseChainId(chainId)
  const own = accounts.filter((account) => account.namespace === namespace)
  if (namespace === 'solana')
    return own.map(({ address, path }) => ({
      address,
      type: 'eoa',
      publicKey: `0x${toHex(decodeBase58(address) ?? new Uint8Array())}`,
      path,
    }))
  const prefix = bitcoinPrefixes[chainId]
  if (prefix === undefined) return []
  return own
    .filter(({ address }) => address.startsWith(prefix))
    .map(({ address, publicKey, path }) => ({
      address,
      type: path.startsWith("m/84'") ? 'payment' : 'ordinal',
      publicKey,
      path,
    }))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
