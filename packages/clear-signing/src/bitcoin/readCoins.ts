import { dustLimit, type PsbtReading, toHex } from '@latchkey/bitcoin'
import type { Finding } from '../Description.ts'
import type { CoinInput, CoinMovement, CoinOutput } from '../families/FamilyDetails.ts'
import { type BitcoinReading, noteOf, textOf } from './BitcoinReading.ts'
import type { AskedInput } from './readAsk.ts'

/** Limit of inputs whose spending is looked up, which suffices for manual payments. */
const spentLimit = 40

/** Returns the coins of a PSBT with the chain's data, and their findings. */
export async function readCoins({
  reading,
  psbt,
  signed,
}: {
  reading: BitcoinReading
  psbt: PsbtReading
  signed: readonly AskedInput[]
}): Promise<{ coins: CoinMovement; findings: readonly Finding[] }> {
  const inputs = await Promise.all(psbt.inputs.map((_, index) => readInput({ reading, psbt, index, signed })))
  const outputs = readOutputs({ reading, psbt })
  return {
    coins: {
      inputs: inputs.map(({ input }) => input),
      outputs: outputs.map(({ output }) => output),
      symbol: reading.coin.symbol,
    },
    findings: [...inputs.flatMap((one) => one.findings), ...outputs.flatMap((one) => one.findings)],
  }
}

/**
 * Reads value and owner of an input. The chain's data comes first: the previous transaction is verified by its hash. A signature of
 * segwit version 0 covers only the amount of one input. So two signatures over two false amounts would pay a hidden fee (BIP-341,
 * rationale). An own input without a proof is therefore not signed.
 */
async function readInput({
  reading,
  psbt: { inputs },
  index,
  signed,
}: {
  reading: BitcoinReading
  psbt: PsbtReading
  index: number
  signed: readonly AskedInput[]
}): Promise<{ input: CoinInput; findings: readonly Finding[] }> {
  const input = inputs[index] as PsbtReading['inputs'][number]
  const { txid, vout, value, script, address = null, type, sighash, hasNonWitnessUtxo } = input
  const asked = signed.find((one) => one.index === index)
  const { ledger, accounts, request } = reading
  const findings: Finding[] = []
  const values = { index: String(index) }
  const previous = hasNonWitnessUtxo ? undefined : (await ledger.transaction(txid))?.reading.outputs[vout]
  const isTold = value !== undefined && script !== undefined
  const isFalse =
    previous !== undefined && isTold && (previous.value !== value || toHex(previous.script) !== toHex(script))
  if (isFalse) findings.push({ level: 'refuse', code: 'inputFalse', values })
  const whose = (previous ? previous.address : address) ?? null
  const own = accounts.find((account) => account.address === whose)
  // Unproven amounts of foreign coins are not used to compute the fee.
  const worth = previous?.value ?? (own || hasNonWitnessUtxo ? value : undefined)
  if (asked) {
    const isProven = hasNonWitnessUtxo || previous !== undefined || type === 'p2tr'
    if (!isTold || !isProven) findings.push({ level: 'refuse', code: 'inputUnknown', values })
    if (!own || asked.address !== own.address) {
      const wanted = asked.address
      findings.push({ level: 'refuse', code: 'accountMismatch', values: { wanted, account: request.account } })
    }
    findings.push(...judgeSighash({ asked, sighash }))
    if (own?.type === 'ordinal')
      findings.push({ level: 'warn', code: 'ordinalInput', values: { address: own.address } })
    const spending = index < spentLimit ? await ledger.spending(txid, vout) : undefined
    if (spending === 'confirmed') findings.push({ level: 'warn', code: 'inputSpent', values })
    if (spending === 'waiting') findings.push({ level: 'note', code: 'nonceGiven', values: {} })
  }
  return {
    input: {
      ...{ outpoint: `${txid}:${vout}`, address: whose, amount: worth ?? null },
      amountText: worth === undefined ? null : textOf(reading, worth),
      owner: own?.type ?? 'other',
      isSigned: asked !== undefined,
      sighash: asked && !sighash.isPlain ? sighash.name : null,
    },
    findings,
  }
}

/**
 * Judges the parts that a signature leaves open. NONE covers no output, so it is a blank check and never signed. SINGLE and ANYONECANPAY have a
 * use (an offer that others complete) and are signed after a grave warning. The description relies on nothing that they leave open.
 */
function judgeSighash({
  asked: { sighashTypes },
  sighash,
}: {
  asked: AskedInput
  sighash: PsbtReading['inputs'][number]['sighash']
}): readonly Finding[] {
  const { name, value, isPlain } = sighash
  const isPermitted =
    sighashTypes === null || sighashTypes.includes(value) || (isPlain && sighashTypes.some((type) => type < 2))
  if (!isPermitted)
    return [{ level: 'refuse', code: 'malformed', values: { field: 'sighashTypes', reason: 'not what the PSBT says' } }]
  if (isPlain) return []
  if (name === 'NONE' || name === 'NONE|ANYONECANPAY' || name === 'unknown')
    return [{ level: 'refuse', code: 'sighashNone', values: { sighash: name } }]
  return [{ level: 'warn', code: 'sighashOpen', values: { sighash: name } }]
}

function readOutputs({
  reading,
  psbt: { outputs },
}: {
  reading: BitcoinReading
  psbt: PsbtReading
}): readonly { output: CoinOutput; findings: readonly Finding[] }[] {
  const isOwn = (address: string | undefined) => reading.accounts.some((own) => own.address === address)
  const hasForeign = outputs.some(({ address, data }) => !data && !isOwn(address))
  return outputs.map(({ address = null, value, script, data }) => {
    const findings: Finding[] = []
    const amountText = textOf(reading, value)
    const { symbol } = reading.coin
    const own = reading.accounts.find((account) => account.address === address)
    if (data) {
      findings.push({ level: 'note', code: 'dataOutput', values: { bytes: String(data.length) } })
      if (value > 0n)
        findings.push({ level: 'warn', code: 'lossWithoutReturn', values: { amount: amountText, symbol } })
    } else if (address === null)
      findings.push({ level: 'warn', code: 'unknownScript', values: { bytes: String(script.length) } })
    else if (!own) findings.push(...judgeReceiver(reading, address))
    if (!data && value < dustLimit(script))
      findings.push({ level: 'warn', code: 'dustOutput', values: { amount: amountText, symbol } })
    const kind: CoinOutput['kind'] = data
      ? 'data'
      : address === null
        ? 'script'
        : !own
          ? 'receiver'
          : own.type === 'payment' && hasForeign
            ? 'change'
            : 'own'
    const bytes = data ?? (address === null ? script : null)
    return { output: { address, amount: value, amountText, kind, data: bytes && toHex(bytes) }, findings }
  })
}

function judgeReceiver(reading: BitcoinReading, address: string): readonly Finding[] {
  const notice = noteOf(reading, address)
  if (notice.kind === 'firstTime') return [{ level: 'warn', code: 'firstTimeReceiver', values: { address } }]
  if (notice.kind !== 'lookAlike') return []
  return [{ level: 'warn', code: 'lookAlikeReceiver', values: { address, resembles: notice.resembles } }]
}
