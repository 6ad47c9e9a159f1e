import { type Coin, fromHex, readAddress, toHex } from '@latchkey/bitcoin'
import type { ChainReader } from '@latchkey/clear-signing'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyAccount } from '../families/FamilyAccount.ts'

/** How many that wait for a block are looked into; they are spent last. */
const mostWaiting = 20

type Output = { txid: string; vout: number; satoshis: number; height: number | null; script: string }

/**
 * The coins of an account, as the gateway lists them. Only those of its own script count; of those that wait for a block, only what came
 * out of a transaction of the visitor's own, which nobody else can take back.
 *
 * @throws LatchkeyError `response_invalid`, what the network refuses
 */
export async function readCoins({
  account,
  accounts,
  chainId,
  ask,
}: {
  account: FamilyAccount
  accounts: readonly FamilyAccount[]
  chainId: ChainId
  ask: ChainReader
}): Promise<readonly Coin[]> {
  const { address, publicKey, type } = account
  const script = readAddress({ text: address, chainId })?.script
  const listed = await ask({ method: 'getaddressutxos', params: [{ addresses: [address] }] })
  if (!script || !Array.isArray(listed)) throw new ServiceError('response_invalid')
  const outputs = listed.filter(isOutput).filter((output) => output.script === toHex(script))
  const waiting = outputs.filter(({ height }) => height === null).slice(0, mostWaiting)
  const own = new Set(accounts.map((one) => one.address))
  const ownChange = await Promise.all(
    waiting.map(async ({ txid }) => ((await isOwnTransaction({ ask, txid, own })) ? [txid] : [])),
  )
  const trusted = new Set(ownChange.flat())
  return outputs.map(({ txid, vout, satoshis, height }) => ({
    ...{ txid, vout, height, address, script },
    value: BigInt(satoshis),
    type: type === 'ordinal' ? 'p2tr' : 'p2wpkh',
    publicKey: fromHex(publicKey.replace(/^0x/, '')),
    isOwnChange: height === null && trusted.has(txid),
  }))
}

function isOutput(value: unknown): value is Output {
  const { txid, vout, satoshis, height, script } = (value ?? {}) as Record<string, unknown>
  const isCount = (number: unknown) => Number.isSafeInteger(number) && (number as number) >= 0
  return (
    typeof txid === 'string' &&
    /^[0-9a-f]{64}$/.test(txid) &&
    isCount(vout) &&
    isCount(satoshis) &&
    (height === null || isCount(height)) &&
    typeof script === 'string'
  )
}

async function isOwnTransaction({
  ask,
  txid,
  own,
}: {
  ask: ChainReader
  txid: string
  own: ReadonlySet<string>
}): Promise<boolean> {
  const found = (await ask({ method: 'getrawtransaction', params: [txid, true] }).catch(() => null)) as {
    vin?: unknown
  } | null
  const inputs = Array.isArray(found?.vin) ? (found.vin as { prevout?: { scriptpubkey_address?: string } }[]) : []
  return inputs.length > 0 && inputs.every(({ prevout }) => own.has(prevout?.scriptpubkey_address ?? ''))
}
