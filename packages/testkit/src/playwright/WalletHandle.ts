import type { Page } from '@playwright/test'
import type { WalletPolicy, WalletRequest } from '../owner/Owner.ts'
import { type PageWithWallets, pageWalletsKey } from '../page/installVirtualWallet.ts'
import type { VirtualWalletState } from '../wallet/VirtualWallet.ts'

/** Controls the virtual wallet inside a page. */
export type WalletHandle = {
  /** The addresses of its accounts, in order. */
  addresses: () => Promise<readonly string[]>
  setPolicy: (policy: WalletPolicy) => Promise<void>
  /** Approves the oldest pending request (`ask`, `hang`), or waits for one. */
  approve: () => Promise<void>
  reject: () => Promise<void>
  setAccount: (index: number) => Promise<void>
  setChain: (id: number) => Promise<void>
  lock: () => Promise<void>
  unlock: () => Promise<void>
  revoke: () => Promise<void>
  disappear: () => Promise<void>
  /** All requests of this page since it loaded. */
  requests: () => Promise<readonly WalletRequest[]>
  waitForRequest: (options: { method: string }) => Promise<WalletRequest>
}

/** Controls another family of a wallet with several families. */
export type FamilyHandle = Omit<WalletHandle, 'setChain' | 'lock' | 'unlock'>

/** Creates the handle of the wallet with this rdns in a page. */
export function createWalletHandle({ page, rdns }: { page: Page; rdns: string }): WalletHandle {
  const call = createCall({ page, key: rdns })
  return {
    ...createFamilyControls(call),
    addresses: async () => ((await call('getState')) as VirtualWalletState).accounts.map(({ address }) => address),
    setChain: async (id) => void (await call('setChain', id)),
    lock: async () => void (await call('lock')),
    unlock: async () => void (await call('unlock')),
  }
}

/** Creates the handle of the Solana or Bitcoin part of the wallet with this rdns. For Bitcoin, it returns the addresses for payments. */
export function createFamilyHandle({
  page,
  rdns,
  family,
}: {
  page: Page
  rdns: string
  family: 'solana' | 'bip122'
}): FamilyHandle {
  const call = createCall({ page, key: `${rdns}/${family}` })
  return {
    ...createFamilyControls(call),
    addresses: async () =>
      ((await call('addresses')) as readonly (string | { payment: string })[]).map((address) =>
        typeof address === 'string' ? address : address.payment,
      ),
  }
}

type Call = (name: string, argument?: unknown) => Promise<unknown>

/** Calls a method of a wallet in a page, or reads a member. States contain only data that can be sent as JSON. */
function createCall({ page, key }: { page: Page; key: string }): Call {
  return (name, argument) =>
    page.evaluate(
      ({ walletsKey, key: id, name: member, argument: value }) => {
        const wallet = (globalThis as PageWithWallets)[walletsKey as typeof pageWalletsKey]?.[id]
        if (!wallet) throw new Error(`There is no virtual wallet ${id} in this page`)
        const found = (wallet as unknown as Record<string, unknown>)[member]
        if (typeof found !== 'function') return found
        const result: unknown = found(value)
        return member === 'getState' ? JSON.parse(JSON.stringify(result)) : result
      },
      { walletsKey: pageWalletsKey, key, name, argument },
    )
}

function createFamilyControls(call: Call): Omit<FamilyHandle, 'addresses'> {
  return {
    setPolicy: async (policy) => void (await call('setPolicy', policy)),
    approve: async () => void (await call('approve')),
    reject: async () => void (await call('reject')),
    setAccount: async (index) => void (await call('setAccount', index)),
    revoke: async () => void (await call('revoke')),
    disappear: async () => void (await call('disappear')),
    requests: async () => (await call('requests')) as readonly WalletRequest[],
    waitForRequest: async (options) => (await call('waitForRequest', options)) as WalletRequest,
  }
}
