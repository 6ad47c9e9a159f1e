import { type AccountKey, type Instruction, isAddress } from '@latchkey/solana'
import type { SolanaFacts } from '../families/FamilyDetails.ts'
import type { Cluster } from './Cluster.ts'
import type { AskedTransaction } from './readAsk.ts'
import { nativeOf, readAssets } from './readAssets.ts'
import { mintOf, readHolding } from './readHolding.ts'
import { resolveKey } from './resolveTables.ts'
import type { SolanaParameters } from './SolanaParameters.ts'
import type { SolanaReading } from './SolanaReading.ts'

/** Loads all chain data for the instructions of these transactions at once. */
export async function collectReading({
  parameters: { network, knownAddresses, tokens = [] },
  account,
  cluster,
  transactions,
  tables,
}: {
  parameters: SolanaParameters
  account: string
  cluster: Cluster
  transactions: readonly AskedTransaction[]
  tables: SolanaFacts['tables']
}): Promise<SolanaReading> {
  const named = transactions.flatMap(({ transaction }) =>
    transaction.accounts.map(({ key }) => resolveKey(key, tables)),
  )
  const instructions = flatten(transactions.flatMap(({ transaction }) => transaction.instructions))
  // A new authority is in the data of an instruction, not among its accounts.
  const powers = instructions.flatMap((one) => ('newAuthority' in one && one.newAuthority ? [one.newAuthority] : []))
  const created = createdAccounts({ instructions, tables })
  const makers = [...created.values()].flatMap(({ owner, mint }) => [owner, mint])
  const first = await cluster.accounts([account, ...named, ...powers, ...makers].filter(isAddress))

  const tokenAccounts: Record<string, { mint: string; owner: string }> = {}
  const mints = new Set<string>(makers)
  const owners = new Set<string>()
  for (const [address, one] of first ?? []) {
    const held = readHolding(one)
    if (mintOf(one)) mints.add(address)
    if (!held) continue
    tokenAccounts[address] = { mint: held.mint, owner: held.owner }
    mints.add(held.mint)
    owners.add(held.owner)
  }
  // Mints and owners that the transaction itself does not name.
  const all = first && (await cluster.accounts([...mints, ...owners]))
  const known = Object.fromEntries(
    [...mints].flatMap((address) => {
      const mint = mintOf(all?.get(address))
      return mint ? [[address, { decimals: mint.decimals }] as const] : []
    }),
  )
  return {
    ...{ account, native: nativeOf(network), knownAddresses, accounts: all, created },
    facts: { tables, tokenAccounts, mints: known },
    assets: readAssets({ mints: Object.keys(known), accounts: all, network, tokens }),
  }
}

/** Returns the token accounts that the instructions create; the programs enforce these values. */
export function createdAccounts({
  instructions,
  tables,
}: {
  instructions: readonly Instruction[]
  tables: SolanaFacts['tables']
}): ReadonlyMap<string, { mint: string; owner: string }> {
  const at = (key: AccountKey) => resolveKey(key, tables)
  return new Map(
    flatten(instructions).flatMap((one) => {
      const makes =
        (one.program === 'associatedToken' && one.type !== 'recoverNested') ||
        (one.program === 'token' && one.type === 'initializeAccount')
      return makes ? [[at(one.account), { mint: at(one.mint), owner: at(one.owner) }] as const] : []
    }),
  )
}

function flatten(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.flatMap((one) =>
    one.program === 'token' && one.type === 'batch' ? flatten(one.instructions) : [one],
  )
}
