import { type AccountKey, type Instruction, type TokenInstruction, transferFeeOf } from '@latchkey/solana'
import type { Finding } from '../Description.ts'
import type { DescribedInstruction } from './DescribedInstruction.ts'
import { judgeReceiver } from './judgeReceiver.ts'
import { amountField, textOf } from './readAssets.ts'
import { addressField, addressOf, assetOf, holderOf, nameOf, noteOf, type SolanaReading } from './SolanaReading.ts'

type Transfer = Extract<TokenInstruction, { type: 'transfer' | 'transferChecked' | 'transferCheckedWithFee' }>

/**
 * Describes a transfer of tokens. The receiver is the owner of the token account, or the token account if the owner is unknown. The
 * mint is the instruction's if it names one, which the program checks against the accounts.
 */
export function describeTokenTransfer({
  reading,
  instruction,
  signature,
}: {
  reading: SolanaReading
  instruction: Instruction & Transfer
  signature: string
}): DescribedInstruction {
  const at = (key: AccountKey) => addressOf(reading, key)
  const [source, destination] = [at(instruction.source), at(instruction.destination)]
  const [from, to] = [holderOf(reading, source), holderOf(reading, destination)]
  const mint = 'mint' in instruction ? at(instruction.mint) : (from?.mint ?? to?.mint)
  const asset = assetOf(reading, mint)
  const receiver = to?.owner ?? destination
  const { amount } = instruction
  const owner = from?.owner ?? at(instruction.authority)
  return {
    intent: asset.kind === 'splNft' ? 'sendNft' : 'send',
    target: { address: receiver, name: nameOf(reading, receiver), notice: noteOf(reading, receiver) },
    signature,
    fields: [
      ...(owner === reading.account ? [] : [addressField({ reading, name: 'from', label: 'from', address: owner })]),
      addressField({ reading, name: 'destination', label: 'receiver', address: receiver, isNoted: true }),
      addressField({ reading, name: 'tokenAccount', label: 'tokenAccount', address: destination }),
      ...(mint === undefined ? [] : [addressField({ reading, name: 'mint', label: 'token', address: mint })]),
      amountField({ name: 'amount', label: 'amount', amount, asset }),
    ],
    findings: [
      ...judgeReceiver({ reading, address: receiver, isCoin: false }),
      ...judgeToken({ reading, mint, amount }),
    ],
    isSide: false,
  }
}

/** Findings about a token's special behavior on transfers. */
export function judgeToken({
  reading,
  mint,
  amount,
}: {
  reading: SolanaReading
  mint: string | undefined
  amount: bigint
}): readonly Finding[] {
  const asset = mint === undefined ? undefined : reading.assets.get(mint)
  if (!asset?.mint) return []
  const { permanentDelegate, transferHook, transferFee } = asset.mint.extensions
  const { symbol } = asset.name
  const findings: Finding[] = []
  if (transferFee) {
    // The epoch of inclusion decides which of the two applies, so the higher one is shown.
    const epochs = [0n, transferFee.newer.epoch]
    const [older = 0n, newer = 0n] = epochs.map((epoch) => transferFeeOf({ amount, fee: transferFee, epoch }))
    const fee = older > newer ? older : newer
    if (fee > 0n)
      findings.push({ level: 'note', code: 'transferFee', values: { symbol, amount: textOf(fee, asset.name) } })
  }
  if (permanentDelegate)
    findings.push({ level: 'warn', code: 'permanentDelegate', values: { symbol, address: permanentDelegate } })
  if (transferHook?.program)
    findings.push({ level: 'warn', code: 'transferHook', values: { symbol, address: transferHook.program } })
  return findings
}
