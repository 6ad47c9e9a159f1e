import type { PairedSubject } from '@latchkey/testkit'

/** What an app wants, held against what the wallet has. Networks by CAIP-2, families by their name where no network is named. */
export type Proposal = {
  granted: readonly string[]
  /** Asked for, and not in this wallet; the app goes on without. */
  missing: readonly string[]
  /** Asked for as a condition, and not in this wallet: there can be no connection. */
  blocking: readonly string[]
  methods: readonly string[]
}

/** Reads a proposal for the screen. */
export function readProposal({ namespaces, asked }: Extract<PairedSubject, { kind: 'connect' }>): Proposal {
  const granted = Object.values(namespaces).flatMap(({ chains = [], accounts }) =>
    chains.length > 0 ? chains : accounts.map((account) => account.split(':').slice(0, 2).join(':')),
  )
  const chainsOf = (wanted: typeof asked.required) =>
    Object.entries(wanted).flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [key])))
  const isMissing = (chain: string) => !granted.some((own) => own === chain || own.startsWith(`${chain}:`))
  const unique = (list: readonly string[]) => [...new Set(list)]
  const blocking = unique(chainsOf(asked.required).filter(isMissing))
  return {
    granted: unique(granted),
    blocking,
    missing: unique(chainsOf(asked.optional).filter(isMissing)).filter((chain) => !blocking.includes(chain)),
    methods: unique(Object.values(namespaces).flatMap(({ methods }) => methods)),
  }
}
