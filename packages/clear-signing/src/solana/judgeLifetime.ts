import { encodeBase58 } from '@latchkey/protocol'
import { programs } from '@latchkey/solana'
import type { Finding } from '../Description.ts'
import type { Cluster, ClusterAccount } from './Cluster.ts'
import type { AskedTransaction } from './readAsk.ts'
import { addressOf, type SolanaReading } from './SolanaReading.ts'

/** Bytes of a nonce account. */
const nonceBytes = 80
/** Version 1 (the first one's nonces are no longer taken), and initialized: two numbers of four bytes. */
const durable = '1,0,0,0,1,0,0,0'
/** Where the nonce stands: behind version, state and authority. */
const nonceStart = 40

/**
 * Judges how long a transaction is good, and whether that is here: one key is the visitor's on every cluster, and all that says which of
 * them a transaction is for is its blockhash or its nonce. One that this cluster does not know may be good on another, on which nobody
 * looked at what it takes: it is not signed.
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
  /** The network is one for tests. */
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
  // What is good on a network for tests at most takes nothing; the other way round it takes what has a price.
  return isValid === undefined && isTestnet ? [{ level: 'refuse', code: 'otherCluster', values: {} }] : []
}

/** The nonce that an account holds, base58; undefined: it is no nonce account. */
function nonceOf(account: ClusterAccount | null | undefined): string | undefined {
  if (account?.owner !== programs.system || account.data.length !== nonceBytes) return undefined
  if (account.data.slice(0, 8).join() !== durable) return undefined
  return encodeBase58(account.data.slice(nonceStart, nonceStart + 32))
}
