import type { PairedSubject } from '@latchkey/testkit'

/** What an app wants, held against what the wallet has. Networks by CAIP-2; a family by its name where no network is named. */
export type Proposal = {
  granted: readonly string[]
  /** Asked for, and not in this wallet; the app goes on without. */
  missing: readonly string[]
  methods: readonly string[]
}

/** Reads a proposal for the screen. The wallet itself refuses one whose conditions it cannot meet. */
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

/** The networks, by CAIP-2, of which an app sees an account. */
export function grantedChains(
  namespaces: Readonly<Record<string, { accounts: readonly string[] }>>,
): readonly string[] {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return [...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':')))]
}
