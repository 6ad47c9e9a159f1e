import { type SessionReason, sessionReasons } from '@latchkey/protocol/relay'
import type { ProposalNamespaces, SessionNamespace, SessionNamespaces } from './Session.ts'
import { chainOf, chainsOf, familyOf } from './validateNamespaces.ts'

/** Accounts, methods and events of a wallet, by family (`eip155`). */
export type SupportedNamespaces = Readonly<
  Record<
    string,
    {
      /** CAIP-10, in order of preference. Their chains are the supported chains. */
      accounts: readonly string[]
      methods: readonly string[]
      events: readonly string[]
    }
  >
>

/**
 * Builds the namespaces that a wallet can agree to: the requested chains, methods and events that it supports, or the reason of a
 * refusal. An app that requests nothing gets all accounts without methods and events. Source: CAIP-25; WalletConnect specification,
 * namespaces.
 *
 * @example
 * const built = buildSessionNamespaces({ proposal, supported: { eip155: { accounts: ['eip155:1:0xd8dA…'], methods: ['personal_sign'], events: [] } } })
 * if ('namespaces' in built) await wallet.approve({ id: proposal.id, namespaces: built.namespaces })
 * else await wallet.reject({ id: proposal.id, reason: built.reason })
 */
export function buildSessionNamespaces({
  proposal: { requiredNamespaces, optionalNamespaces },
  supported,
}: {
  proposal: { requiredNamespaces: ProposalNamespaces; optionalNamespaces: ProposalNamespaces }
  supported: SupportedNamespaces
}): { namespaces: SessionNamespaces } | { reason: SessionReason } {
  const asked = [...Object.entries(requiredNamespaces), ...Object.entries(optionalNamespaces)]
  const namespaces: Record<string, SessionNamespace> = {}
  if (!asked.length) {
    for (const [family, { accounts }] of Object.entries(supported)) {
      if (accounts.length) namespaces[family] = { chains: chainsWith(accounts), accounts, methods: [], events: [] }
    }
  }
  for (const [key, entry] of Object.entries(requiredNamespaces)) {
    const has = supported[familyOf(key)]
    if (!has) return { reason: sessionReasons.unsupportedNamespaceKey }
    const chains = chainsWith(has.accounts)
    if (chainsOf(key, entry).some((chain) => !chains.includes(chain)))
      return { reason: sessionReasons.unsupportedChains }
    if (entry.methods.some((method) => !has.methods.includes(method))) {
      return { reason: sessionReasons.unsupportedMethods }
    }
    if (entry.events.some((event) => !has.events.includes(event))) return { reason: sessionReasons.unsupportedEvents }
  }
  for (const [key, entry] of asked) {
    const family = familyOf(key)
    const has = supported[family]
    if (!has) continue
    const wanted = chainsOf(key, entry)
    const accounts = has.accounts.filter((account) => wanted.includes(chainOf(account) ?? ''))
    if (!accounts.length) continue
    const before = namespaces[family]
    const joined = has.accounts.filter((account) => before?.accounts.includes(account) || accounts.includes(account))
    const both = (kind: 'methods' | 'events') =>
      has[kind].filter((name) => before?.[kind].includes(name) || entry[kind].includes(name))
    namespaces[family] = {
      chains: chainsWith(joined),
      accounts: joined,
      methods: both('methods'),
      events: both('events'),
    }
  }
  return Object.keys(namespaces).length ? { namespaces } : { reason: sessionReasons.unsupportedChains }
}

function chainsWith(accounts: readonly string[]): string[] {
  return [...new Set(accounts.flatMap((account) => chainOf(account) ?? []))]
}
