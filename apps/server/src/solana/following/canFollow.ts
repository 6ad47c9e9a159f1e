import { isTokenProgram } from '@latchkey/solana'
import type { SolanaNode } from '../node/SolanaNode.ts'

/** Owners of what is no wallet: programs, the cluster's own accounts, and votes; each transaction or slot names them. */
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
 * Whether an account is one that is followed: no program, mint or token account, whose news are everybody's. Where it cannot be read it is: the
 * feed's own limits hold for all.
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
