import { type PsbtReading, readPsbt } from '@latchkey/bitcoin'
import type { BalanceChange, Description, DescriptionField, Finding, Intent, NetworkFee } from '../Description.ts'
import type { CoinMovement } from '../families/FamilyDetails.ts'
import type { BitcoinPayload } from '../families/FamilyPayload.ts'
import { Malformed } from '../request/Malformed.ts'
import { refuse } from '../request/refuse.ts'
import { type BitcoinReading, nameOf, noteOf, textOf } from './BitcoinReading.ts'
import { judgeFee } from './judgeFee.ts'
import type { AskedInput } from './readAsk.ts'
import { readCoins } from './readCoins.ts'

/** From here on a lock time is in Unix seconds; below it is a height. Source: BIP-65. */
const firstLockTime = 500_000_000

/** Describes a PSBT of which some inputs are to be signed. @throws Malformed */
export async function describePsbt({
  reading,
  psbt: text,
  inputs: signed,
  broadcast,
  raw,
}: {
  reading: BitcoinReading
  psbt: string
  inputs: readonly AskedInput[]
  broadcast: boolean
  raw: string
}): Promise<Description> {
  const { request, coin } = reading
  const psbt = openPsbt({ text, reading })
  const beyond = signed.find(({ index }) => index >= psbt.inputs.length)
  if (beyond) throw new Malformed('signInputs', 'there is no such input')
  if (psbt.findings.includes('input_repeated')) throw new Malformed('psbt', 'a coin is spent twice')
  const { coins, findings } = await readCoins({ reading, psbt, signed })
  const single = judgeSingle(coins)
  const { fee, missing } = feeOf({ coins, psbt, reading })
  const intent = intentOf(coins)
  const isWhole = intent !== 'signPart'
  const foreign = coins.inputs.filter(({ owner }) => owner === 'other').length
  const unsigned = psbt.inputs.filter(
    ({ status }, index) => status === 'unsigned' && !coins.inputs[index]?.isSigned,
  ).length
  const payload: BitcoinPayload = {
    ...{ kind: 'bitcoinPsbt', account: request.account, psbt: text },
    inputs: signed.map(({ index, address }) => ({
      ...{ index, address },
      sighash: psbt.inputs[index]?.sighash.value ?? 0,
    })),
    broadcast,
  }
  const noted = (level: Finding['level'], code: Finding['code'], count: number): Finding[] =>
    count === 0 ? [] : [{ level, code, values: { count: String(count) } }]
  return {
    ...refuse({ findings: [], raw, intent }),
    fields: fieldsOf({ reading, coins }),
    target: targetOf({ reading, coins }),
    balanceChanges: changesOf({ reading, coins, fee: isWhole ? (fee?.cost ?? null) : 0n }),
    fee,
    findings: [
      ...findings,
      ...single,
      ...noted('warn', 'feeUnknown', missing),
      ...noted('note', 'foreignInputs', foreign),
      // A transaction that others still have to sign cannot be broadcast at once.
      ...noted('refuse', 'signersMissing', broadcast ? unsigned : 0),
      ...(fee ? await judgeFee({ reading, fee, coins, symbol: coin.symbol }) : []),
      ...(await judgeLockTime({ reading, psbt })),
    ],
    family: { payload, coins },
  }
}

function openPsbt({ text, reading: { request } }: { text: string; reading: BitcoinReading }): PsbtReading {
  try {
    return readPsbt({ psbt: text, chainId: request.chainId })
  } catch {
    throw new Malformed('psbt', 'not a PSBT, or one that contradicts itself')
  }
}

/** A signature that covers one output but has no matching one covers nothing. Source: BIP-143, BIP-341. */
function judgeSingle({ inputs, outputs }: CoinMovement): readonly Finding[] {
  return inputs.flatMap(({ sighash }, index): Finding[] =>
    sighash?.startsWith('SINGLE') && outputs[index] === undefined
      ? [{ level: 'refuse', code: 'sighashNone', values: { sighash } }]
      : [],
  )
}

function intentOf({ inputs, outputs }: Pick<CoinMovement, 'inputs' | 'outputs'>): Intent {
  const isWhole = inputs.every(({ isSigned, owner, sighash }) => isSigned && owner !== 'other' && sighash === null)
  if (!isWhole) return 'signPart'
  return outputs.every(({ kind }) => kind === 'own') ? 'sendToSelf' : 'send'
}

function feeOf({
  coins: { inputs, outputs },
  psbt: { vsize },
  reading,
}: {
  coins: CoinMovement
  psbt: PsbtReading
  reading: BitcoinReading
}): { fee: NetworkFee | null; missing: number } {
  const missing = inputs.filter(({ amount }) => amount === null).length
  if (missing > 0) return { fee: null, missing }
  const cost = sum(inputs.map(({ amount }) => amount ?? 0n)) - sum(outputs.map(({ amount }) => amount))
  // Others may still add inputs to an offer. A complete transaction cannot pay more than its inputs.
  if (cost < 0n) {
    if (intentOf({ inputs, outputs }) === 'signPart') return { fee: null, missing: 0 }
    throw new Malformed('psbt', 'more is paid than there is')
  }
  const rate = vsize === undefined ? {} : { rateText: (Number(cost) / vsize).toFixed(1).replace(/\.0$/, '') }
  return { fee: { cost, costText: textOf(reading, cost), symbol: reading.coin.symbol, ...rate }, missing: 0 }
}

/** The visitor's balance changes, without the fee if it is only theirs. */
function changesOf({
  reading,
  coins: { inputs, outputs },
  fee,
}: {
  reading: BitcoinReading
  coins: CoinMovement
  fee: bigint | null
}): readonly BalanceChange[] | null {
  const own = inputs.filter(({ owner }) => owner !== 'other')
  if (fee === null || own.some(({ amount }) => amount === null)) return null
  const isOpen = inputs.some(({ sighash }) => sighash?.startsWith('SINGLE'))
  const back = outputs.filter(isBack)
  const gain = isOpen
    ? worstOf({ inputs, outputs })
    : sum(back.map(({ amount }) => amount)) + fee - sum(own.map(({ amount }) => amount ?? 0n))
  if (gain === 0n) return []
  const amount = gain < 0n ? -gain : gain
  return [
    {
      ...{ asset: reading.coin, direction: gain < 0n ? 'out' : 'in', amount, amountText: textOf(reading, amount) },
      ...{ tokenId: null, counterparty: null },
    },
  ]
}

/**
 * Returns the worst outcome of signatures that cover one output each, if anyone can complete a selection of them. Compares each own
 * input with the output at its index. All losses count, and no gain of another pair compensates them. Without losses, the smallest
 * gain is certain. Source: BIP-143, SIGHASH_SINGLE with ANYONECANPAY; without the latter this is a lower bound.
 */
function worstOf({ inputs, outputs }: Pick<CoinMovement, 'inputs' | 'outputs'>): bigint {
  const gains = inputs.flatMap(({ owner, amount, sighash }, index) => {
    if (owner === 'other') return []
    const output = sighash?.startsWith('SINGLE') ? outputs[index] : undefined
    return [(output && isBack(output) ? output.amount : 0n) - (amount ?? 0n)]
  })
  const losses = gains.filter((gain) => gain < 0n)
  return losses.length > 0 ? sum(losses) : gains.reduce((least, gain) => (gain < least ? gain : least))
}

function isBack({ kind }: CoinMovement['outputs'][number]): boolean {
  return kind === 'change' || kind === 'own'
}

function fieldsOf({ reading, coins: { outputs } }: { reading: BitcoinReading; coins: CoinMovement }) {
  return outputs
    .filter(({ kind, address }) => kind === 'receiver' && address !== null)
    .flatMap(({ address, amount, amountText }): DescriptionField[] => [
      {
        ...{ name: 'address', label: 'receiver', type: 'address', children: [] },
        value: {
          ...{ kind: 'address', address: address ?? '', name: nameOf(reading, address ?? '') },
          notice: noteOf(reading, address ?? ''),
        },
      },
      {
        ...{ name: 'amount', label: 'amount', type: 'satoshi', children: [] },
        value: { kind: 'amount', amount, text: amountText, asset: reading.coin, isUnlimited: false },
      },
    ])
}

/** The receiver, if there is one. */
function targetOf({ reading, coins: { outputs } }: { reading: BitcoinReading; coins: CoinMovement }) {
  const addresses = [
    ...new Set(outputs.flatMap(({ kind, address }) => (kind === 'receiver' && address ? [address] : []))),
  ]
  const [address, other] = addresses
  return address && !other ? { address, name: nameOf(reading, address), notice: noteOf(reading, address) } : null
}

async function judgeLockTime({
  reading: { ledger, now },
  psbt: { lockTime, inputs },
}: {
  reading: BitcoinReading
  psbt: PsbtReading
}): Promise<readonly Finding[]> {
  if (lockTime === 0 || inputs.every(({ sequence }) => sequence === 0xffffffff)) return []
  if (lockTime >= firstLockTime) {
    const isLater = lockTime * 1000 > now()
    return isLater ? [{ level: 'note', code: 'lockedUntil', values: { time: String(lockTime) } }] : []
  }
  const height = await ledger.height()
  if (height !== undefined && lockTime <= height) return []
  return [{ level: 'note', code: 'lockedUntil', values: { height: String(lockTime) } }]
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
