import type { AccountWallet } from '../walletStandard/AccountWallet.ts'
import { createStandardWallet, type OnGone } from '../walletStandard/createStandardWallet.ts'
import type { StandardWallet } from '../walletStandard/readStandardWallet.ts'
import { createBitcoinProvider } from './createBitcoinProvider.ts'
import { createSatsConnectWallet, isSatsProvider } from './createSatsConnectWallet.ts'
import { arrangeBitcoinAccounts, readBitcoinAccount } from './readBitcoinAccount.ts'

/**
 * Connects the Bitcoin side of a Wallet Standard wallet. A wallet that only names its sats-connect provider there is used through that
 * protocol. Undefined for a wallet of other families.
 *
 * @param options.provider the wallet's sats-connect provider, without validation
 * @param options.site name of the site in the wallet's prompts
 */
export function createBitcoinWallet({
  wallet,
  onGone,
  provider,
  site,
}: {
  wallet: StandardWallet
  onGone: OnGone
  provider: unknown
  site: string
}): AccountWallet | undefined {
  const sats = isSatsProvider(provider) ? createSatsConnectWallet({ provider, name: site }) : undefined
  const connects = wallet.has('bitcoin:connect') || wallet.has('standard:connect')
  const signs = wallet.has('bitcoin:signMessage') || wallet.has('bitcoin:signTransaction')
  if (!connects || !signs || !wallet.families.includes('bip122')) return sats
  return createStandardWallet({
    wallet,
    namespace: 'bip122',
    readAccount: ({ address, publicKey }) => {
      const account = readBitcoinAccount({ address, publicKey })
      return account?.type === 'stx' ? undefined : account
    },
    arrange: arrangeBitcoinAccounts,
    ask: wallet.has('bitcoin:connect')
      ? () => wallet.call('bitcoin:connect', 'connect', { purposes: ['payment', 'ordinals'] })
      : undefined,
    createProvider: ({ accounts, chainId }) => {
      const transfer = sats?.createProvider({ chainId }).sendTransfer
      return createBitcoinProvider({ wallet, accounts, chainId, transfer })
    },
    onGone,
  })
}
