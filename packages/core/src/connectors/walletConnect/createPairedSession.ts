import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { sessionReasons } from '@latchkey/protocol/relay'
import type { AppClient, AppEvent, Session } from '@latchkey/walletconnect'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { toHexChainId } from '../../chains/eip155/toHexChainId.ts'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { ConnectorSession, WalletAccount } from '../Connector.ts'
import type { Emit } from '../provider/createProvider.ts'
import { emitDisconnect } from '../provider/emitDisconnect.ts'
import { readChainId } from '../provider/readChainId.ts'
import { requestedChains } from './createProposal.ts'
import { readPairedRecord, writePairedRecord } from './pairedRecord.ts'
import { readSessionAccounts, type SessionAccount } from './readSessionAccounts.ts'

/** The session that is connected in this tab. */
export type CurrentSession = {
  session: Session
  /** All accounts on all chains; those that the wallet uses come first. */
  accounts: readonly SessionAccount[]
  chainId: ChainId
}

/** Follows the session with the paired wallet. There is one: a new wallet takes the place of the one before. */
export type PairedSession = {
  current: () => CurrentSession | undefined
  /** Notes that a wallet agreed; `restore` then finds its session. */
  note: (options: { session: Session; chainId?: ChainId | undefined }) => void
  /** Takes up the session that was noted or stored. One that was asked for less than the app has now ends instead. */
  restore: () => Promise<CurrentSession | undefined>
  /** Ends all other sessions of this site: nobody could use them any more. */
  endOthers: () => void
  /** Uses another chain of the session. @throws LatchkeyError `chain_not_on_connector` */
  moveTo: (chainId: ChainId) => void
  /** What is to be used as soon as the wallet brings it. */
  expect: (chainId: ChainId | undefined) => void
  /** Ends the session, here and in the wallet. */
  end: () => Promise<void>
  destroy: () => void
}

/** Keeps the session of this tab, and tells what changed in it. */
export function createPairedSession({
  client,
  config,
  storage,
  emit,
}: {
  client: AppClient
  config: Pick<LatchkeyConfig, 'networks'>
  storage: KeyValueStorage
  emit: Emit
}): PairedSession {
  let current: CurrentSession | undefined
  let expected: ChainId | undefined

  const change = (next: CurrentSession | undefined) => {
    const before = current
    current = next
    if (!next) {
      if (!before) return
      emitDisconnect({ emit })
      return
    }
    remember(next)
    if (!before) emit('connect', { chainId: toHexChainId(next.chainId) })
    const addresses = addressesOf(next)
    if (before?.chainId !== next.chainId) {
      emit('chainChanged', toHexChainId(next.chainId))
      if (before) emit('connector', { type: 'chainChanged', chainId: next.chainId })
    }
    if (!before || addressesOf(before).join() !== addresses.join()) {
      emit('accountsChanged', addresses)
      if (before) emit('connector', { type: 'accountsChanged', accounts: addresses.map(toAccount) })
    }
  }
  const remember = ({ session: { topic }, chainId }: CurrentSession) => {
    const kept = readPairedRecord(storage)
    writePairedRecord(storage, { wallet: kept?.topic === topic ? kept.wallet : undefined, topic, chainId })
  }
  const leave = (topic: string) => client.disconnect({ topic, reason: sessionReasons.userDisconnected }).catch(() => {})
  /** The session's accounts, and the chain: the one that was in use, else the wallet's first. */
  const open = (session: Session): CurrentSession | undefined => {
    const accounts = readSessionAccounts(session)
    const kept = readPairedRecord(storage)
    const known = (chainId: ChainId | undefined) => accounts.find((account) => account.chainId === chainId)
    const first = known(kept?.topic === session.topic ? kept.chainId : undefined) ?? accounts[0]
    return first && { session, accounts, chainId: first.chainId }
  }
  const isStale = ({ requiredNamespaces, optionalNamespaces }: Session) => {
    const requested = requestedChains([requiredNamespaces, optionalNamespaces])
    return config.networks.some(
      ({ caipNetworkId, chainNamespace }) => chainNamespace === 'eip155' && !requested.includes(caipNetworkId),
    )
  }
  /** The session to use: the one that was noted, by whichever tab, else the newest. */
  const find = (): CurrentSession | undefined => {
    const sessions = client.sessions()
    const kept = readPairedRecord(storage)?.topic
    const ordered = [...sessions.filter(({ topic }) => topic === kept), ...sessions]
    for (const session of ordered) {
      const opened = isStale(session) ? undefined : open(session)
      if (opened) return opened
    }
    return undefined
  }
  const update = (session: Session) => {
    if (!current) return
    const accounts = readSessionAccounts(session)
    if (accounts.length === 0) {
      void leave(session.topic)
      over()
      return
    }
    const has = (chainId: ChainId | undefined) => accounts.some((account) => account.chainId === chainId)
    const chainId = has(expected) ? expected : has(current.chainId) ? current.chainId : accounts[0]?.chainId
    if (chainId === expected) expected = undefined
    change({ session, accounts, chainId: chainId ?? current.chainId })
  }
  const onAccounts = (data: unknown) => {
    if (!current || !Array.isArray(data)) return
    if (data.length === 0) {
      void leave(current.session.topic)
      over()
      return
    }
    // CAIP-10 from some wallets, plain addresses from others. Only accounts of the session count.
    const chosen = data.flatMap((entry: unknown) => {
      const address = String(entry).split(':').at(-1) ?? ''
      return /^0x[0-9a-f]{40}$/i.test(address) ? [checksumAddress(address)] : []
    })
    const rank = ({ address }: SessionAccount) => (chosen.includes(address) ? chosen.indexOf(address) : chosen.length)
    change({ ...current, accounts: [...current.accounts].sort((one, other) => rank(one) - rank(other)) })
  }
  /** The session is gone; another tab may have paired another wallet meanwhile. */
  const over = () => {
    const gone = current?.session.topic
    if (readPairedRecord(storage)?.topic === gone) writePairedRecord(storage, undefined)
    const next = find()
    change(next && next.session.topic !== gone ? next : undefined)
  }
  const listen = (event: AppEvent) => {
    const topic = event.type === 'sessionUpdated' ? event.session.topic : 'topic' in event ? event.topic : undefined
    if (topic === undefined || topic !== current?.session.topic) return
    if (event.type === 'sessionUpdated') update(event.session)
    else if (event.type === 'sessionDeleted' || event.type === 'sessionExpired') over()
    else if (event.type === 'sessionEvent' && event.name === 'accountsChanged') onAccounts(event.data)
    else if (event.type === 'sessionEvent' && event.name === 'chainChanged') {
      try {
        const { data } = event
        change({ ...current, chainId: readChainId(typeof data === 'string' ? data.replace(/^eip155:/, '') : data) })
      } catch {
        // What is no chain changes nothing.
      }
    }
  }
  const stop = client.subscribe(listen)

  return {
    current: () => current,
    note: ({ session: { topic }, chainId }) => writePairedRecord(storage, { topic, chainId }),
    restore: async () => {
      const stale = client.sessions().filter(isStale)
      const found = find()
      if (!found) writePairedRecord(storage, undefined)
      change(found)
      await Promise.all(stale.map(({ topic }) => leave(topic)))
      return current
    },
    endOthers: () => {
      for (const { topic } of client.sessions()) if (topic !== current?.session.topic) void leave(topic)
    },
    moveTo: (chainId) => {
      if (!current?.accounts.some((account) => account.chainId === chainId))
        throw new LatchkeyError('chain_not_on_connector')
      change({ ...current, chainId })
    },
    expect: (chainId) => {
      expected = chainId
    },
    end: async () => {
      writePairedRecord(storage, undefined)
      const topics = client.sessions().map(({ topic }) => topic)
      change(undefined)
      await Promise.all(topics.map(leave))
    },
    destroy: stop,
  }
}

/** The addresses on the chain in use; all where the wallet has none there. */
export function addressesOf({ accounts, chainId }: CurrentSession): readonly `0x${string}`[] {
  const here = accounts.filter((account) => account.chainId === chainId)
  return [...new Set((here.length > 0 ? here : accounts).map(({ address }) => address))]
}

/** A session as the connection knows it. */
export function toConnectorSession(current: CurrentSession): ConnectorSession | undefined {
  const [first, ...others] = addressesOf(current).map(toAccount)
  return first && { accounts: [first, ...others], chainId: current.chainId }
}

function toAccount(address: string): WalletAccount {
  return { namespace: 'eip155', address, type: 'eoa' }
}
