import { type ChainId, chainNamespaces } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { sessionReasons } from '@latchkey/protocol/relay'
import type { AppClient, AppEvent, Session } from '@latchkey/walletconnect'
import type { KeyValueStorage } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { ConnectorSession, WalletAccount } from '../Connector.ts'
import { requestedChains } from './createProposal.ts'
import { readPairedRecord, writePairedRecord } from './pairedRecord.ts'
import type { SessionAccount } from './readSessionAccounts.ts'
import type { SessionFamily } from './SessionFamily.ts'

/** The session that is connected in this tab. */
export type CurrentSession = {
  session: Session
  /** All accounts on all chains, the wallet's current ones first. */
  accounts: readonly SessionAccount[]
  chainId: ChainId
}

/**
 * Follows the session of one family with the paired wallet. A new wallet replaces the previous one. Several families may share a session,
 * which then ends for all of them.
 */
export type PairedSession = {
  current: () => CurrentSession | undefined
  /**
   * Restores the stored session. A session that was requested with fewer networks than the app has now ends instead.
   * @param options.chainId the app's preferred network, if none is stored
   */
  restore: (options?: { chainId?: ChainId | undefined }) => Promise<CurrentSession | undefined>
  /** Ends all sessions that no family uses. */
  endOthers: () => void
  /** Switches to another chain of the session. @throws LatchkeyError `chain_not_on_connector` */
  moveTo: (chainId: ChainId) => void
  /** Sets the chain to switch to as soon as the wallet adds it. */
  expect: (chainId: ChainId | undefined) => void
  /** Ends the session, in the kit and in the wallet. */
  end: () => Promise<void>
  /** Adds the accounts that the wallet reported, and stores them for the duration of the session. */
  tell: (told: readonly unknown[]) => void
  /** Checks that the session still exists, because another family may have ended it. */
  check: () => void
  destroy: () => void
}

/** Keeps the session of this tab, and reports its changes. */
export function createPairedSession({
  client,
  config,
  storage,
  family,
  onChange,
  onEnd,
}: {
  client: AppClient
  config: Pick<LatchkeyConfig, 'networks'>
  storage: KeyValueStorage
  family: SessionFamily
  /** Called for each change, but not for equal states. */
  onChange: (change: { before: CurrentSession | undefined; now: CurrentSession | undefined }) => void
  /** Called when `end` has ended sessions. */
  onEnd?: () => void
}): PairedSession {
  const { namespace } = family
  let current: CurrentSession | undefined
  let expected: ChainId | undefined

  const change = (next: CurrentSession | undefined) => {
    const before = current
    current = next
    if (next) remember(next)
    onChange({ before, now: next })
  }
  const remember = ({ session: { topic }, chainId }: CurrentSession) => {
    const kept = readPairedRecord(storage, namespace)
    const { wallet, told } = kept?.topic === topic ? kept : {}
    writePairedRecord(storage, { wallet, told, topic, chainId }, namespace)
  }
  /** Returns the accounts of a session, with those that the wallet reported later. */
  const readAccounts = (session: Session) => {
    const kept = readPairedRecord(storage, namespace)
    const accounts = family.readAccounts(session)
    return kept?.topic === session.topic && kept.told ? (family.addTold?.(accounts, kept.told) ?? accounts) : accounts
  }
  const leave = (topic: string) => client.disconnect({ topic, reason: sessionReasons.userDisconnected }).catch(() => {})
  /** Opens a session with its accounts and a chain: the stored one, else the preferred one, else the wallet's first. */
  const open = (session: Session, wanted?: ChainId): CurrentSession | undefined => {
    const accounts = readAccounts(session)
    const kept = readPairedRecord(storage, namespace)
    const known = (chainId: ChainId | undefined) => accounts.find((account) => account.chainId === chainId)
    const first = known(kept?.topic === session.topic ? kept.chainId : undefined) ?? known(wanted) ?? accounts[0]
    return first && { session, accounts, chainId: first.chainId }
  }
  const isStale = ({ requiredNamespaces, optionalNamespaces }: Session) => {
    const requested = requestedChains([requiredNamespaces, optionalNamespaces], namespace)
    // A session of other families does not decide about this one.
    if (requested.length === 0) return false
    return config.networks.some(
      ({ caipNetworkId, chainNamespace }) => chainNamespace === namespace && !requested.includes(caipNetworkId),
    )
  }
  const ownSessions = () => client.sessions().filter((session) => family.readAccounts(session).length > 0)
  /** Returns the session to use: the stored one, which any tab may have set, else the newest. */
  const find = (wanted?: ChainId): CurrentSession | undefined => {
    const sessions = client.sessions()
    const kept = readPairedRecord(storage, namespace)?.topic
    const ordered = [...sessions.filter(({ topic }) => topic === kept), ...sessions]
    for (const session of ordered) {
      const opened = isStale(session) ? undefined : open(session, wanted)
      if (opened) return opened
    }
    return undefined
  }
  const update = (session: Session) => {
    if (!current) return
    const accounts = readAccounts(session)
    if (accounts.length === 0) {
      leaveEmpty(session)
      over()
      return
    }
    const has = (chainId: ChainId | undefined) => accounts.some((account) => account.chainId === chainId)
    const chainId = has(expected) ? expected : has(current.chainId) ? current.chainId : accounts[0]?.chainId
    if (chainId === expected) expected = undefined
    change({ session, accounts, chainId: chainId ?? current.chainId })
  }
  /** Ends a session without accounts, unless it has accounts of other families. */
  const leaveEmpty = ({ topic, namespaces }: Session) => {
    const others = Object.entries(namespaces).some(
      ([key, { accounts }]) => key.split(':')[0] !== namespace && accounts.length > 0,
    )
    if (!others) void leave(topic)
  }
  const onAccounts = (data: unknown) => {
    if (!current || !Array.isArray(data)) return
    if (data.length === 0) {
      leaveEmpty(current.session)
      over()
      return
    }
    // Some wallets send CAIP-10, others plain addresses. Only accounts of the session count.
    const chosen = data.flatMap((entry: unknown) => family.readAddress(entry) ?? [])
    const told = family.addTold?.(current.accounts, data) ?? current.accounts
    const rank = ({ address }: SessionAccount) => (chosen.includes(address) ? chosen.indexOf(address) : chosen.length)
    change({ ...current, accounts: [...told].sort((one, other) => rank(one) - rank(other)) })
  }
  /** The session ended. Another tab may have paired another wallet. */
  const over = () => {
    const gone = current?.session.topic
    if (readPairedRecord(storage, namespace)?.topic === gone) writePairedRecord(storage, undefined, namespace)
    const next = find()
    change(next && next.session.topic !== gone ? next : undefined)
  }
  const listen = (event: AppEvent) => {
    const topic = event.type === 'sessionUpdated' ? event.session.topic : 'topic' in event ? event.topic : undefined
    if (topic === undefined || topic !== current?.session.topic) return
    if (event.type === 'sessionUpdated') update(event.session)
    else if (event.type === 'sessionDeleted' || event.type === 'sessionExpired') over()
    // Events of other families are ignored.
    else if (event.type !== 'sessionEvent' || !event.chainId.startsWith(`${namespace}:`)) return
    else if (event.name === family.accountsEvent) onAccounts(event.data)
    else if (event.name === 'chainChanged') {
      const chainId = family.readChain(event.data)
      // An invalid chain changes nothing.
      if (chainId !== undefined) change({ ...current, chainId })
    }
  }
  const stop = client.subscribe(listen)

  return {
    current: () => current,
    restore: async ({ chainId } = {}) => {
      const stale = client.sessions().filter(isStale)
      const found = find(chainId)
      if (!found) writePairedRecord(storage, undefined, namespace)
      change(found)
      await Promise.all(stale.map(({ topic }) => leave(topic)))
      return current
    },
    endOthers: () => {
      const used = [current?.session.topic, ...chainNamespaces.map((each) => readPairedRecord(storage, each)?.topic)]
      for (const { topic } of client.sessions()) if (!used.includes(topic)) void leave(topic)
    },
    moveTo: (chainId) => {
      if (!current?.accounts.some((account) => account.chainId === chainId))
        throw new ServiceError('chain_not_on_connector')
      change({ ...current, chainId })
    },
    expect: (chainId) => {
      expected = chainId
    },
    end: async () => {
      writePairedRecord(storage, undefined, namespace)
      const topics = ownSessions().map(({ topic }) => topic)
      change(undefined)
      await Promise.all(topics.map(leave))
      onEnd?.()
    },
    tell: (told) => {
      const kept = readPairedRecord(storage, namespace)
      if (!current || kept?.topic !== current.session.topic) return
      writePairedRecord(storage, { ...kept, told }, namespace)
      change({ ...current, accounts: family.addTold?.(current.accounts, told) ?? current.accounts })
    },
    check: () => {
      if (current && !client.sessions().some(({ topic }) => topic === current?.session.topic)) over()
    },
    destroy: stop,
  }
}

/** Returns the accounts on the current chain, each address once. If there are none, it returns all. */
export function accountsOf({ accounts, chainId }: CurrentSession): readonly WalletAccount[] {
  const here = accounts.filter((account) => account.chainId === chainId)
  const shown = here.length > 0 ? here : accounts
  return shown
    .filter(({ address }, index) => shown.findIndex((other) => other.address === address) === index)
    .map(({ chainId: _, ...account }) => account)
}

/** Returns the addresses of {@link accountsOf}. */
export function addressesOf(current: CurrentSession): readonly string[] {
  return accountsOf(current).map(({ address }) => address)
}

/** Converts a session to the connector's result. */
export function toConnectorSession(current: CurrentSession): ConnectorSession | undefined {
  const [first, ...others] = accountsOf(current)
  return first && { accounts: [first, ...others], chainId: current.chainId }
}
