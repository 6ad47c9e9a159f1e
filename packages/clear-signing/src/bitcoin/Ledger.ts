import { type Coin, fromHex, readTransaction, type TransactionReading } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'
import type { ChainReader } from '../Description.ts'
import { isRecord } from '../request/isRecord.ts'

/** The network for one description. Unavailable data is undefined, never an error. */
export type Ledger = {
  /** A transaction by its ID, whose bytes are verified by their hash. Each is requested once. */
  transaction: (txid: string) => Promise<{ hex: string; reading: TransactionReading } | undefined>
  /** `waiting`: by an unconfirmed transaction, which may be replaced. */
  spending: (txid: string, vout: number) => Promise<'none' | 'waiting' | 'confirmed' | undefined>
  /** Satoshis per 1,000 virtual bytes for the next hour. */
  feeRate: () => Promise<bigint | undefined>
  height: () => Promise<number | undefined>
  /** Coins of an address of one key. */
  coins: (options: { address: string; type: Coin['type'] }) => Promise<readonly Coin[] | undefined>
}

/** Creates the ledger of one description. */
export function createLedger({ ask, chainId }: { ask: ChainReader; chainId: ChainId }): Ledger {
  const known = new Map<string, Promise<{ hex: string; reading: TransactionReading } | undefined>>()
  const call = async (method: string, params: readonly unknown[]) => {
    try {
      return await ask({ method, params })
    } catch {
      return undefined
    }
  }
  const transaction = async (txid: string) => {
    const hex = await call('getrawtransaction', [txid, false])
    if (typeof hex !== 'string') return undefined
    try {
      const reading = readTransaction({ hex, chainId })
      return reading.txid === txid ? { hex, reading } : undefined
    } catch {
      return undefined
    }
  }
  return {
    transaction: (txid) => {
      const answer = known.get(txid) ?? transaction(txid)
      known.set(txid, answer)
      return answer
    },
    spending: async (txid, vout) => {
      const answer = await call('gettxoutspend', [txid, vout])
      if (!isRecord(answer) || typeof answer.spent !== 'boolean') return undefined
      if (!answer.spent) return 'none'
      return isRecord(answer.status) && answer.status.confirmed === true ? 'confirmed' : 'waiting'
    },
    feeRate: async () => {
      const answer = await call('estimatesmartfee', [6])
      const rate = isRecord(answer) ? answer.feerate : undefined
      if (typeof rate !== 'number' || !(rate > 0) || rate > 100_000) return undefined
      return BigInt(Math.ceil(Math.max(rate, 1) * 1000))
    },
    height: async () => {
      const answer = await call('getblockcount', [])
      return typeof answer === 'number' && Number.isSafeInteger(answer) && answer >= 0 ? answer : undefined
    },
    coins: async ({ address, type }) => {
      const answer = await call('getaddressutxos', [{ addresses: [address] }])
      if (!Array.isArray(answer)) return undefined
      const coins = answer.map((entry: unknown) => readCoin({ entry, address, type }))
      return coins.every((coin) => coin !== undefined) ? coins : undefined
    },
  }
}

function readCoin({ entry, address, type }: { entry: unknown; address: string; type: Coin['type'] }): Coin | undefined {
  if (!isRecord(entry)) return undefined
  const { txid, vout, satoshis, height, script } = entry
  const isRight =
    typeof txid === 'string' &&
    /^[0-9a-f]{64}$/.test(txid) &&
    typeof vout === 'number' &&
    Number.isSafeInteger(vout) &&
    Number.isSafeInteger(satoshis) &&
    typeof script === 'string' &&
    (height === null || Number.isSafeInteger(height))
  if (!isRight) return undefined
  try {
    return {
      ...{ txid, vout, type, address, script: fromHex(script) },
      value: BigInt(satoshis as number),
      height: height as number | null,
    }
  } catch {
    return undefined
  }
}
