import { type SessionReason, sessionReasons } from '@latchkey/protocol/relay'
import type { ProposalNamespace, ProposalNamespaces, SessionNamespaces } from './Session.ts'

const familyPattern = /^[-a-z0-9]{3,8}$/
const chainPattern = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const accountPattern = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):[-.%a-zA-Z0-9]{1,128}$/

/** Returns the family of a CAIP-2 chain, a CAIP-10 account or a namespace key. */
export function familyOf(id: string): string {
  return id.split(':', 1)[0] ?? ''
}

/** Returns the CAIP-2 chain of a CAIP-10 account; undefined if it is invalid. */
export function chainOf(account: string): string | undefined {
  return accountPattern.exec(account)?.[1]
}

/** Returns the chains of an entry: its list, or its key. */
export function chainsOf(key: string, { chains }: Pick<ProposalNamespace, 'chains'>): readonly string[] {
  return chains ?? (chainPattern.test(key) ? [key] : [])
}

/**
 * Finds the first problem of a proposal, with the specification's code. Nothing of it is used before. Source: WalletConnect
 * specification, namespaces 1.1 to 1.9; CAIP-2, CAIP-25, CAIP-217.
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
 * Finds the first problem of a settlement. Chains, methods and events beyond the proposal are allowed. Source: WalletConnect
 * specification, namespaces 2.1 to 2.11; CAIP-10.
 * @param options.required namespaces that the app requires
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

/** Returns whether a wallet agreed to a method on a chain. */
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

/** Returns the agreed entries of a chain; none if the chain is not agreed. */
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

/** Checks that proposals and settlements share. */
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

/** Returns whether a value is a list of strings. */
export function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
