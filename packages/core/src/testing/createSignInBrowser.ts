import { type AccountId, type ChainId, LatchkeyError, toAccountId } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createModal, type ModalInternals } from '../modal/createModal.ts'
import { createNetworks, type NetworksInternals } from '../networks/createNetworks.ts'
import { createSignIn, type SignInInternals } from '../signIn/createSignIn.ts'
import * as signInRunner from '../signIn/createSignInEngine.ts'
import type { Siwx, SiwxMessageData, SiwxSession } from '../siwx/Siwx.ts'
import { createConnectionStorage } from '../storage/createConnectionStorage.ts'
import { type Browser, createBrowser, walletIds } from './createFakeBrowser.ts'

/** The app's setting for sign-in. */
export type SignInMode = 'required' | 'optional' | 'on demand'

/** The app's server. */
export type SignInServer = {
  sessions: Map<AccountId, SiwxSession>
  /** Whether it is unreachable. */
  away: boolean
  /** Whether it processes requests only when the test releases them. */
  slow: boolean
  /** Requests that arrived while it was slow, oldest first. */
  queue: (() => void)[]
  /** Whether the answer to the next stored sign-in is lost. */
  loses: boolean
  asked: number
  /** Notifies the tabs of changed sign-ins, except for the given one. */
  tell: (but?: number) => void
}

/** A wallet's request for a signature. */
export type SignatureRequest = {
  /** ID of the wallet. */
  id: string
  tab: number
  data: SiwxMessageData
  /** The tab's account at the time of the request. */
  inUse: AccountId | undefined
  answer: (signs: boolean) => void
}

/** The sign-in of one tab. */
export type SignInTab = {
  modal: ModalInternals
  networks: NetworksInternals
  signIn: SignInInternals
  /** Number of sign-in attempts by the visitor, and of requests to a wallet. */
  presses: number
  requests: number
  /** Whether the visitor opened the sign-in view. */
  opened: boolean
  /** Attempts without a result. */
  underWay: Set<Promise<unknown>>
  /** Whether it missed a change because it could not read it. */
  outdated: boolean
}

/** Two tabs of a site with sign-in, with the wallets of {@link createBrowser}. */
export type SignInBrowser = {
  browser: Browser
  server: SignInServer
  tabs: [SignInTab, SignInTab]
  requests: SignatureRequest[]
  reload: (index: 0 | 1) => void
  close: () => void
}

const networkOf = (caipNetworkId: ChainId) => ({
  ...{ id: caipNetworkId, caipNetworkId, chainNamespace: caipNetworkId.split(':')[0], name: caipNetworkId },
  ...{ nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 }, rpcUrls: { default: { http: [] } } },
})

/** Creates the browser. Bitcoin and one of the Solana networks are not supported by the app. */
export function createSignInBrowser(mode: SignInMode): SignInBrowser {
  const browser = createBrowser()
  const listeners = new Map<number, Set<() => void>>([0, 1].map((index) => [index, new Set()]))
  const requests: SignatureRequest[] = []
  let nonces = 0
  const server: SignInServer = {
    sessions: new Map(),
    away: false,
    slow: false,
    queue: [],
    loses: false,
    asked: 0,
    tell: (but) => {
      for (const [index, set] of listeners) {
        if (index === but || set.size === 0) continue
        const tab = tabs[index as 0 | 1]
        if (server.away) tab.outdated = true
        for (const listener of set) listener()
      }
    },
  }
  const ask = async <T>(effect: () => T): Promise<T> => {
    server.asked++
    if (server.slow) await new Promise<void>((resolve) => server.queue.push(resolve))
    if (server.away) throw new LatchkeyError('network_request_failed')
    return effect()
  }
  const accountOf = ({ data }: SiwxSession) => toAccountId({ chainId: data.chainId, address: data.accountAddress })
  const siwxOf = (index: 0 | 1): Siwx => ({
    createMessage: ({ accountAddress, chainId }) =>
      ask(() => {
        const data = { accountAddress, chainId, domain: 'x', uri: 'https://x', version: '1', nonce: `${++nonces}` }
        return { ...data, toString: () => JSON.stringify({ ...data, tab: index }) }
      }),
    addSession: async (session) => {
      const isLost = await ask(() => {
        server.sessions.set(accountOf(session), session)
        const { loses } = server
        server.loses = false
        return loses
      })
      server.tell(index)
      if (isLost) throw new LatchkeyError('network_request_failed')
    },
    getSessions: ({ chainId, address }) =>
      ask(() => [server.sessions.get(toAccountId({ chainId, address }))].filter((session) => session !== undefined)),
    revokeSession: async ({ chainId, address }) => {
      await ask(() => server.sessions.delete(toAccountId({ chainId, address })))
      server.tell(index)
    },
    setSessions: async () => {
      await ask(() => server.sessions.clear())
      server.tell(index)
    },
    getRequired: () => mode === 'required',
    asksOnConnect: () => mode !== 'on demand',
    subscribe: (listener) => {
      listeners.get(index)?.add(listener)
      return () => void listeners.get(index)?.delete(listener)
    },
  })

  for (const id of walletIds) {
    const sign = (text: string, address: string) =>
      new Promise<string>((resolve, reject) => {
        const { tab, ...data } = JSON.parse(text) as SiwxMessageData & { tab: 0 | 1 }
        const state = browser.tabs[tab].connection.getState()
        const inUse = state.status === 'connected' ? state.account.caipAddress : undefined
        tabs[tab].requests++
        requests.push({
          ...{ id, tab, inUse, data: { ...data, accountAddress: address } },
          answer: (signs) => (signs ? resolve(`0x${'1b'.repeat(65)}`) : reject({ code: 4001, message: 'No' })),
        })
      })
    const fromHex = (hex: string) => Buffer.from(hex.slice(2), 'hex').toString()
    browser.wallet(id).provider = {
      request: ({ params: [hex, address] }: { params: [string, string] }) => sign(fromHex(hex), address),
      signMessage: async ({ message, address }: { message: Uint8Array; address: string }) => {
        await sign(Buffer.from(message).toString(), address)
        return { signature: new Uint8Array(64) }
      },
    }
  }

  const open = (index: 0 | 1): SignInTab => {
    const { connection, environment } = browser.tabs[index]
    const config = {
      ...{ projectId: '0'.repeat(32), apiUrl: 'https://api.test', metadata: { name: 'Test', url: 'https://x' } },
      networks: ['eip155:1', 'eip155:8453', 'solana:a'].map((id) => networkOf(id as ChainId)),
      siwx: siwxOf(index),
    } as unknown as LatchkeyConfig
    const context: CoreContext = {
      ...{ config, environment, report: () => {} },
      load: async <Chunk>() => signInRunner as unknown as Chunk,
    }
    const record = createConnectionStorage(environment)
    const networks = createNetworks({ ...context, connection, record })
    const signIn = createSignIn({ context, connection, networks, modal: () => modal })
    const approval = { isOpen: () => false, cancel: () => true }
    const modal: ModalInternals = createModal({ config, environment, connection, networks, approval, signIn })
    const counted = { presses: 0, requests: 0, opened: false, outdated: false }
    return { modal, networks, signIn, underWay: new Set(), ...counted }
  }
  const closeTab = (tab: SignInTab) => {
    for (const part of [tab.modal, tab.signIn, tab.networks]) part.destroy()
  }
  const tabs: [SignInTab, SignInTab] = [open(0), open(1)]
  return {
    ...{ browser, server, tabs, requests },
    reload: (index) => {
      closeTab(tabs[index])
      listeners.get(index)?.clear()
      browser.reload(index)
      tabs[index] = open(index)
    },
    close: () => {
      tabs.forEach(closeTab)
      browser.close()
    },
  }
}
