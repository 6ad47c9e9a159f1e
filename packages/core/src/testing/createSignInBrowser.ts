import { type AccountId, type ChainId, LatchkeyError, toAccountId } from '@latchkey/protocol'
import type { CoreContext } from '../CoreContext.ts'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import { createModal, type ModalInternals } from '../modal/createModal.ts'
import { createNetworks, type NetworksInternals } from '../networks/createNetworks.ts'
import { createSignIn, type SignInInternals } from '../signIn/createSignIn.ts'
import * as signInRunner from '../signIn/createSignInRunner.ts'
import type { Siwx, SiwxMessageData, SiwxSession } from '../siwx/Siwx.ts'
import { createConnectionStorage } from '../storage/createConnectionStorage.ts'
import { type Browser, createBrowser, walletIds } from './createFakeBrowser.ts'

/** What the app wants of those who connect. */
export type SignInMode = 'required' | 'optional' | 'on demand'

/** The app's server. */
export type SignInServer = {
  sessions: Map<AccountId, SiwxSession>
  /** Nobody can reach it. */
  away: boolean
  /** It does what it is asked when it is told to. */
  slow: boolean
  /** What it was asked while it was slow, the oldest first. */
  queue: (() => void)[]
  /** The answer of the next session that it takes is lost. */
  loses: boolean
  asked: number
  /** Tells the tabs that sessions changed, but for the one that knows it. */
  tell: (but?: number) => void
}

/** A wallet's owner is asked for a signature. */
export type SignatureRequest = {
  /** Which wallet. */
  id: string
  tab: number
  data: SiwxMessageData
  /** The account that the tab used when it asked. */
  inUse: AccountId | undefined
  answer: (signs: boolean) => void
}

/** The sign-in of one tab. */
export type SignInTab = {
  modal: ModalInternals
  networks: NetworksInternals
  signIn: SignInInternals
  /** How often somebody asked for a signature, and how often a wallet was asked. */
  presses: number
  requests: number
  /** Whether the sign-in view was opened by somebody. */
  opened: boolean
  /** What was pressed and is not answered yet. */
  underWay: Set<Promise<unknown>>
  /** Whether it was told of a change that it could not look at. */
  outdated: boolean
}

/** Two tabs of a site that asks for sign-ins, with the wallets of {@link createBrowser}. */
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

/** Makes it. Neither Bitcoin nor one of the networks of Solana is listed. */
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
