import { decodeAbiParameters } from 'viem/utils'
import { type InstalledWallets, installVirtualWallet, type PageWalletOptions } from '../page/installVirtualWallet.ts'
import type { VirtualWallet } from '../wallet/VirtualWallet.ts'
import { createPanel } from './createPanel.ts'
import { toBitcoinFamily } from './toBitcoinFamily.ts'
import { toEvmFamily } from './toEvmFamily.ts'
import { toSolanaFamily } from './toSolanaFamily.ts'

/** The name of the sandbox wallet. */
export const sandboxWallet = { name: 'Local test wallet (sandbox)', rdns: 'dev.latchkey.sandbox' } as const

/** Options of the sandbox wallet. */
export type SandboxWalletOptions = Pick<PageWalletOptions, 'accounts' | 'chains' | 'families'>

/**
 * Adds the sandbox wallet to this page. It is announced through EIP-6963 and, for its other families, through the Wallet Standard. It asks
 * its owner in its own panel.
 */
export function installSandboxWallet({ families = {}, ...options }: SandboxWalletOptions): InstalledWallets {
  const policy = 'ask'
  const wallets = installVirtualWallet({ ...options, ...sandboxWallet, policy, families })
  const { eip155: wallet, solana, bip122 } = wallets
  const names = wallet.getState().accounts.map(({ name }) => name)
  const [chain = 'bitcoin:mainnet'] = families.bip122?.chains ?? []
  createPanel({
    families: [
      toEvmFamily({ wallet, readToken: (address) => readToken({ wallet, address }) }),
      ...(solana ? [toSolanaFamily({ wallet: solana, names })] : []),
      ...(bip122 ? [toBitcoinFamily({ wallet: bip122, names, chain })] : []),
    ],
  })
  return wallets
}

async function readToken({ wallet, address }: { wallet: VirtualWallet; address: string }) {
  const { chain } = wallet.getState().approvals[0] ?? {}
  if (!chain) return undefined
  const call = async (data: string) => {
    const response = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: address, data }, 'latest'] }),
    })
    return ((await response.json()) as { result: `0x${string}` }).result
  }
  try {
    const [symbol, decimals] = await Promise.all([call('0x95d89b41'), call('0x313ce567')])
    return { symbol: decodeAbiParameters([{ type: 'string' }], symbol)[0], decimals: Number(decimals) }
  } catch {
    return undefined
  }
}
