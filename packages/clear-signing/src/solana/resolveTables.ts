import { encodeBase58 } from '@latchkey/protocol'
import type { AccountKey, Transaction } from '@latchkey/solana'
import type { Finding } from '../Description.ts'
import type { SolanaFacts } from '../families/FamilyDetails.ts'
import type { Cluster } from './Cluster.ts'

/** Source: solana-address-lookup-table-interface. */
const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
const tableHead = 56

/** Reads the lookup tables of transactions from the chain. If one cannot be read, nothing is signed. */
export async function resolveTables({
  cluster,
  transactions,
}: {
  cluster: Cluster
  transactions: readonly Transaction[]
}): Promise<{ tables: SolanaFacts['tables']; findings: readonly Finding[] }> {
  const named = transactions.flatMap(({ lookupTables }) => lookupTables)
  const addresses = [...new Set(named.map(({ address }) => address))]
  if (addresses.length === 0) return { tables: {}, findings: [] }
  const accounts = await cluster.accounts(addresses)
  const tables: Record<string, string[]> = {}
  for (const address of addresses) {
    const account = accounts?.get(address)
    if (!account || account.owner !== tableProgram) continue
    const { data } = account
    const entries: string[] = []
    for (let at = tableHead; at + 32 <= data.length; at += 32) entries.push(encodeBase58(data.slice(at, at + 32)))
    tables[address] = entries
  }
  const missing = named.filter(({ address, writable, readonly }) =>
    [...writable, ...readonly].some((index) => tables[address]?.[index] === undefined),
  )
  const findings = [...new Set(missing.map(({ address }) => address))].map(
    (address): Finding => ({ level: 'refuse', code: 'accountsUnresolved', values: { address } }),
  )
  return { tables, findings }
}

/** Returns the address of an instruction's account. The tables were read before, see {@link resolveTables}. */
export function resolveKey(key: AccountKey, tables: SolanaFacts['tables']): string {
  if (typeof key === 'string') return key
  const address = tables[key.table]?.[key.index]
  if (address === undefined) throw new Error('The table was not read')
  return address
}
