import { isTokenProgram } from '@latchkey/solana'
import type { SolanaNode } from '../node/SolanaNode.ts'

/**
 * Owners of accounts that are no wallets: programs, the cluster's own accounts, and votes. Very many transactions or slots
 * name them.
 */
const others = new Set([
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
])

/**
 * Returns whether an account can be followed. Programs, mints and token accounts cannot, because transactions of all users
 * name them. If the account cannot be read, returns true: the limits of the feed still apply.
 */
export async function canFollow({
  node,
  address,
}: {
  node: Pick<SolanaNode, 'readAccounts'>
  address: string
}): Promise<boolean> {
  try {
    const [account] = await node.readAccounts({ addresses: [address] })
    return !account || !(isTokenProgram(account.owner) || others.has(account.owner))
  } catch {
    return true
  }
}
