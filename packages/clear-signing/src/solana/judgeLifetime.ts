import { encodeBase58 } from '@latchkey/protocol'
import { programs } from '@latchkey/solana'
import type { Finding } from '../Description.ts'
import type { Cluster, ClusterAccount } from './Cluster.ts'
import type { AskedTransaction } from './readAsk.ts'
import { addressOf, type SolanaReading } from './SolanaReading.ts'

/** Bytes of a nonce account. */
const nonceBytes = 80
/** Version 1 (nonces of version 0 are no longer accepted), and initialized: two numbers of four bytes. */
const durable = '1,0,0,0,1,0,0,0'
/** Position of the nonce: after version, state and authority. */
const nonceStart = 40

/**
 * Judges the lifetime of a transaction and its cluster. The visitor's key is the same on every cluster, and only the blockhash or the
 * nonce binds a transaction to one of them. A transaction that this cluster does not know may be valid on another, where it was not
 * simulated, so it is not signed.
 *
 * Source: solana-nonce (`state::State`, `versions::Versions`).
 */
export async function judgeLifetime({
  reading,
  cluster,
  isTestnet,
  asked: {
    transaction: { lifetime },
  },
}: {
  reading: SolanaReading
  cluster: Cluster
  /** Whether it is a test network. */
  isTestnet: boolean
  asked: AskedTransaction
}): Promise<readonly Finding[]> {
  if (lifetime.type === 'nonce') {
    const isHere = nonceOf(reading.accounts?.get(addressOf(reading, lifetime.nonceAccount))) === lifetime.nonce
    return [
      { level: 'warn', code: 'noExpiry', values: {} },
      ...(isHere ? [] : [{ level: 'refuse', code: 'otherCluster', values: {} } as const]),
    ]
  }
  const isValid = await cluster.isBlockhashValid(lifetime.blockhash)
  if (isValid === false) return [{ level: 'refuse', code: 'blockhashExpired', values: {} }]
  // A transaction for a test network cannot take anything of value, but one for the main network can.
  return isValid === undefined && isTestnet ? [{ level: 'refuse', code: 'otherCluster', values: {} }] : []
}

/** Returns the nonce of an account, base58; undefined: it is no nonce account. */
function nonceOf(account: ClusterAccount | null | undefined): string | undefined {
  if (account?.owner !== programs.system || account.data.length !== nonceBytes) return undefined
  if (account.data.slice(0, 8).join() !== durable) return undefined
  return encodeBase58(account.data.slice(nonceStart, nonceStart + 32))
}
