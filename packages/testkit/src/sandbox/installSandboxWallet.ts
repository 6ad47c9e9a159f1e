import { decodeAbiParameters } from 'viem/utils'
import { installVirtualWallet, type PageWalletOptions } from '../page/installVirtualWallet.ts'
import type { VirtualWallet } from '../wallet/VirtualWallet.ts'
import { createPanel } from './createPanel.ts'

/** How the sandbox wallet calls itself. */
export const sandboxWallet = { name: 'Local test wallet (sandbox)', rdns: 'dev.latchkey.sandbox' } as const

/** What the sandbox wallet is given. */
export type SandboxWalletOptions = Pick<PageWalletOptions, 'accounts' | 'chains'>

/** Puts the sandbox wallet into this page: announced by EIP-6963, and asking its owner in a panel of its own. */
export function installSandboxWallet(options: SandboxWalletOptions): VirtualWallet {
  const wallet = installVirtualWallet({ ...options, ...sandboxWallet, policy: 'ask' })
  createPanel({ wallet, readToken: (address) => readToken({ wallet, address }) })
  return wallet
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
