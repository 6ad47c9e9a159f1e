import { type SessionReason, sessionReasons } from '@latchkey/protocol/relay'
import type { ProposalNamespace, ProposalNamespaces, SessionNamespaces } from './Session.ts'

const familyPattern = /^[-a-z0-9]{3,8}$/
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):[-.%a-zA-Z0-9]{1,128}$/

/** The family of a CAIP-2 chain, a CAIP-10 account or a namespace key. */
export function familyOf(id: string): string {
  return id.split(':', 1)[0] ?? ''
}

/** The CAIP-2 chain of a CAIP-10 account; undefined when it is none. */
export function chainOf(account: string): string | undefined {
  return accountPattern.exec(account)?.[1]
}

/** The chains that an entry is about: those it lists, or its key. */
export function chainsOf(key: string, { chains }: Pick<ProposalNamespace, 'chains'>): readonly string[] {
  return chains ?? (chainPattern.test(key) ? [key] : [])
}

/**
 * Says what is wrong with what an app asks for, as the specification numbers it. Nothing about it is believed before.
 * Source: WalletConnect specification, namespaces 1.1 to 1.9; CAIP-2, CAIP-25, CAIP-217.
 */
export function findProposalIssue(namespaces: unknown): SessionReason | undefined {
  if (!isRecord(namespaces)) return sessionReasons.unsupportedNamespaceKey
  for (const [key, entry] of Object.entries(namespaces)) {
    const wrong = findEntryIssue(key, entry)
    if (wrong) return wrong
    const { chains } = entry as { chains?: string[] }
    if (chains ? !chains.length : !key.includes(':')) return sessionReasons.unsupportedChains
  }
  return undefined
}

/**
 * Says what is wrong with what a wallet agreed to; chains, methods and events that nobody asked for are allowed.
 * Source: WalletConnect specification, namespaces 2.1 to 2.11; CAIP-10.
 * @param options.required what the app cannot do without
 */
export function findSettlementIssue({
  namespaces,
  required,
}: {
  namespaces: unknown
  required: ProposalNamespaces
}): SessionReason | undefined {
  if (!isRecord(namespaces) || !Object.keys(namespaces).length) {
    return sessionReasons.userRejected
  }
  for (const [key, entry] of Object.entries(namespaces)) {
    const wrong = findEntryIssue(key, entry)
    if (wrong) return wrong
    const { accounts } = entry as { accounts?: unknown }
    if (!isTexts(accounts) || !accounts.length) return sessionReasons.userRejectedChains
    for (const account of accounts) {
      const chain = chainOf(account)
      if (!chain) return sessionReasons.userRejectedChains
      if (!belongs(chain, key)) return sessionReasons.unsupportedAccounts
    }
  }
  return findMissing(namespaces as SessionNamespaces, required)
}

/** Whether a wallet agreed to a method on a chain. */
export function agreesTo({
  namespaces,
  chainId,
  method,
  event,
}: {
  namespaces: SessionNamespaces
  chainId: string
  method?: string
  event?: string
}): boolean {
  return entriesOf(namespaces, chainId).some(
    (entry) =>
      (method === undefined || entry.methods.includes(method)) && (event === undefined || entry.events.includes(event)),
  )
}

/** What was agreed to for a chain; none when the chain was not. */
function entriesOf(namespaces: SessionNamespaces, chainId: string) {
  return Object.entries(namespaces).flatMap(([key, entry]) =>
    belongs(chainId, key) && entry.accounts.some((account) => chainOf(account) === chainId) ? [entry] : [],
  )
}

function findMissing(namespaces: SessionNamespaces, required: ProposalNamespaces): SessionReason | undefined {
  for (const [key, asked] of Object.entries(required)) {
    if (!Object.keys(namespaces).some((name) => familyOf(name) === familyOf(key))) {
      return sessionReasons.userRejected
    }
    for (const chain of chainsOf(key, asked)) {
      const entries = entriesOf(namespaces, chain)
      if (!entries.length) return sessionReasons.userRejectedChains
      const lacks = (kind: 'methods' | 'events') =>
        asked[kind].some((name) => !entries.some((entry) => entry[kind].includes(name)))
      if (lacks('methods')) return sessionReasons.userRejectedMethods
      if (lacks('events')) return sessionReasons.userRejectedEvents
    }
  }
  return undefined
}

/** What proposals and settlements have in common. */
function findEntryIssue(key: string, entry: unknown): SessionReason | undefined {
  if (!familyPattern.test(key) && !chainPattern.test(key)) {
    return sessionReasons.unsupportedNamespaceKey
  }
  if (!isRecord(entry)) return sessionReasons.unsupportedNamespaceKey
  const { chains, methods, events } = entry
  if (chains !== undefined) {
    if (!isTexts(chains) || !chains.every((chain) => chainPattern.test(chain))) {
      return sessionReasons.unsupportedChains
    }
    if (!chains.every((chain) => belongs(chain, key))) {
      return sessionReasons.unsupportedChains
    }
  }
  if (!isTexts(methods)) return sessionReasons.unsupportedMethods
  if (!isTexts(events)) return sessionReasons.unsupportedEvents
  return undefined
}

function belongs(chain: string, key: string): boolean {
  return key.includes(':') ? chain === key : familyOf(chain) === key
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
