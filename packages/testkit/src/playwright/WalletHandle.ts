import type { Page } from '@playwright/test'
import { type PageWithWallets, pageWalletsKey } from '../page/installVirtualWallet.ts'
import type { VirtualWallet, WalletPolicy, WalletRequest } from '../wallet/VirtualWallet.ts'

/** Drives the virtual wallet inside a page. */
export type WalletHandle = {
  /** The addresses of its accounts, in order. */
  addresses: () => Promise<readonly string[]>
  setPolicy: (policy: WalletPolicy) => Promise<void>
  /** Decides the oldest request that waits (`ask`, `hang`); waits for one where there is none. */
  approve: () => Promise<void>
  reject: () => Promise<void>
  setAccount: (index: number) => Promise<void>
  setChain: (id: number) => Promise<void>
  lock: () => Promise<void>
  unlock: () => Promise<void>
  revoke: () => Promise<void>
  disappear: () => Promise<void>
  /** Everything this page asked since it was loaded. */
  requests: () => Promise<readonly WalletRequest[]>
  waitForRequest: (options: { method: string }) => Promise<WalletRequest>
}

/** Makes the handle of the wallet with this rdns in a page. */
export function createWalletHandle({ page, rdns }: { page: Page; rdns: string }): WalletHandle {
  const call = async (name: keyof VirtualWallet, argument?: unknown): Promise<unknown> => {
    const result = await page.evaluate(
      ({ key, rdns: id, name: method, argument: value }) => {
        const wallet = (globalThis as PageWithWallets)[key as typeof pageWalletsKey]?.[id]
        if (!wallet) throw new Error(`There is no virtual wallet ${id} in this page`)
        return (wallet[method as keyof VirtualWallet] as (argument: unknown) => unknown)(value)
      },
      { key: pageWalletsKey, rdns, name, argument },
    )
    return result
  }
  return {
    addresses: () =>
      page.evaluate(
        ({ key, id }) => {
          const wallet = (globalThis as PageWithWallets)[key as typeof pageWalletsKey]?.[id]
          if (!wallet) throw new Error(`There is no virtual wallet ${id} in this page`)
          return wallet.getState().accounts.map(({ address }) => address)
        },
        { key: pageWalletsKey, id: rdns },
      ),
    setPolicy: async (policy) => void (await call('setPolicy', policy)),
    approve: async () => void (await call('approve')),
    reject: async () => void (await call('reject')),
    setAccount: async (index) => void (await call('setAccount', index)),
    setChain: async (id) => void (await call('setChain', id)),
    lock: async () => void (await call('lock')),
    unlock: async () => void (await call('unlock')),
    revoke: async () => void (await call('revoke')),
    disappear: async () => void (await call('disappear')),
    requests: async () => (await call('requests')) as readonly WalletRequest[],
    waitForRequest: async (options) => (await call('waitForRequest', options)) as WalletRequest,
  }
}
