import { type AccountKey, type Instruction, programs, type TokenInstruction, wrappedSolMint } from '@latchkey/solana'
import type { Description, DescriptionField, Finding, Intent } from '../Description.ts'
import type { DescribedInstruction } from './DescribedInstruction.ts'
import { describeTokenTransfer } from './describeTokenTransfer.ts'
import { amountField } from './readAssets.ts'
import { addressField, addressOf, assetOf, holderOf, nameOf, noteOf, type SolanaReading } from './SolanaReading.ts'

/** An allowance from here on is unlimited: more than half of the largest amount of a token. */
const unlimited = 1n << 63n

/** Describes an instruction of SPL Token or Token-2022. A `batch` is split before. */
export function describeToken({
  reading,
  instruction,
}: {
  reading: SolanaReading
  instruction: Instruction & { program: 'token' } & TokenInstruction
}): DescribedInstruction {
  const { account } = reading
  const at = (key: AccountKey) => addressOf(reading, key)
  const signature = `${instruction.programAddress === programs.token2022 ? 'token-2022' : 'token'}.${instruction.type}`
  const make = (
    intent: Intent,
    fields: readonly DescriptionField[],
    findings: readonly Finding[] = [],
    target: Description['target'] = null,
  ): DescribedInstruction => ({ ...{ intent, target, signature, fields, findings, isSide: false } })
  const side = (fields: readonly DescriptionField[] = []) => ({ ...make('programCall', fields), isSide: true })
  const address = (name: string, label: DescriptionField['label'], value: string, isNoted = false) =>
    addressField({ reading, name, label, address: value, isNoted })
  const partyOf = (value: string) => ({ address: value, name: nameOf(reading, value), notice: noteOf(reading, value) })
  const assetAt = (key: AccountKey, mint?: AccountKey) =>
    assetOf(reading, mint === undefined ? holderOf(reading, at(key))?.mint : at(mint))

  switch (instruction.type) {
    case 'transfer':
    case 'transferChecked':
    case 'transferCheckedWithFee':
      return describeTokenTransfer({ reading, instruction, signature })
    case 'approve': {
      const delegate = at(instruction.delegate)
      const asset = assetAt(instruction.source, instruction.mint)
      const { amount } = instruction
      const isUnlimited = amount >= unlimited
      const values = { symbol: asset.symbol, spender: delegate }
      const field = amountField({ name: 'amount', label: 'amount', amount, asset, isUnlimited })
      const text = field.value.kind === 'amount' ? field.value.text : ''
      return make(
        'approve',
        [address('delegate', 'spender', delegate, true), field],
        [
          isUnlimited
            ? { level: 'warn', code: 'unlimitedApproval', values }
            : { level: 'warn', code: 'delegateGiven', values: { ...values, amount: text } },
        ],
        partyOf(delegate),
      )
    }
    case 'revoke':
      return make('revokeApproval', [address('source', 'tokenAccount', at(instruction.source))])
    case 'setAuthority': {
      const named = at(instruction.account)
      const holder = holderOf(reading, named)
      const asset = holder ? assetOf(reading, holder.mint) : assetOf(reading, named)
      const { power, newAuthority } = instruction
      const isOwn = holder?.owner === account || at(instruction.authority) === account
      const values = { symbol: asset.symbol, ...(newAuthority ? { address: newAuthority } : {}) }
      const findings: Finding[] =
        !isOwn || newAuthority === account
          ? []
          : [{ level: 'warn', code: power === 'accountOwner' ? 'tokenAccountTaken' : 'authorityGiven', values }]
      return make(
        'changeAuthority',
        [
          address('account', holder ? 'tokenAccount' : 'token', named),
          {
            name: 'authorityType',
            label: null,
            type: 'string',
            value: { kind: 'text', text: String(power) },
            children: [],
          },
          ...(newAuthority ? [address('newAuthority', 'newOwner', newAuthority, true)] : []),
        ],
        findings,
        newAuthority ? partyOf(newAuthority) : null,
      )
    }
    case 'burn': {
      const asset = assetAt(instruction.account, instruction.mint)
      return make('burn', [amountField({ name: 'amount', label: 'amount', amount: instruction.amount, asset })])
    }
    case 'mintTo': {
      const asset = assetAt(instruction.account, instruction.mint)
      return make('programCall', [
        address('account', 'tokenAccount', at(instruction.account)),
        amountField({ name: 'amount', label: null, amount: instruction.amount, asset }),
      ])
    }
    case 'closeAccount':
    case 'withdrawExcessLamports':
    case 'unwrapLamports': {
      const named = at(instruction.account)
      const destination = at(instruction.destination)
      const holder = holderOf(reading, named)
      const isWrapped = holder?.mint === wrappedSolMint
      const isClosing = instruction.type === 'closeAccount'
      const isTaken = destination !== account && (holder?.owner === account || at(instruction.authority) === account)
      return make(
        isWrapped ? 'unwrap' : isClosing ? 'closeAccount' : 'withdraw',
        [
          address('account', 'tokenAccount', named),
          address('destination', 'receiver', destination, true),
          ...('amount' in instruction && instruction.amount !== undefined
            ? [amountField({ name: 'amount', label: 'amount', amount: instruction.amount, asset: reading.native })]
            : []),
        ],
        isTaken ? [{ level: 'warn', code: 'closeToOther', values: { address: destination } }] : [],
      )
    }
    case 'initializeAccount':
      return side([address('account', 'tokenAccount', at(instruction.account))])
    case 'initializeImmutableOwner':
    case 'syncNative':
      return side([address('account', 'tokenAccount', at(instruction.account))])
    case 'query':
      return side([address('mint', 'token', at(instruction.mint))])
    case 'freezeAccount':
    case 'thawAccount':
      return make('programCall', [address('account', 'tokenAccount', at(instruction.account))])
    case 'initializeMint':
      return make('programCall', [address('mint', 'token', at(instruction.mint))])
    case 'initializeMultisig':
      return make('programCall', [address('multisig', null, at(instruction.multisig))])
    case 'batch':
    case 'extension': {
      const values = { bytes: String(instruction.data.length), address: instruction.programAddress }
      return make('programCall', [], [{ level: 'warn', code: 'blindData', values }])
    }
  }
}
