import type { PairedSubject } from '@latchkey/testkit'

/** Comparison of an app's request with the wallet. Networks by CAIP-2; a family by its name if no network is named. */
export type Proposal = {
  granted: readonly string[]
  /** Requested, but not in this wallet. The app works without them. */
  missing: readonly string[]
  methods: readonly string[]
}

/** Reads a proposal for the screen. The wallet itself refuses one whose requirements it cannot meet. */
export function readProposal({
  namespaces,
  asked,
}: Pick<Extract<PairedSubject, { kind: 'connect' }>, 'namespaces' | 'asked'>): Proposal {
  const unique = (list: readonly string[]) => [...new Set(list)]
  const granted = unique(grantedChains(namespaces))
  const wanted = [asked.required, asked.optional].flatMap((part) =>
    Object.entries(part).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [key]))),
  )
  return {
    granted,
    missing: unique(wanted).filter((chain) => !granted.some((own) => own === chain || own.startsWith(`${chain}:`))),
    methods: unique(Object.values(namespaces).flatMap(({ methods }) => methods)),
  }
}

/** Returns the CAIP-2 networks of which an app sees an account. */
export function grantedChains(
  namespaces: Readonly<Record<string, { accounts: readonly string[] }>>,
): readonly string[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))]
}
