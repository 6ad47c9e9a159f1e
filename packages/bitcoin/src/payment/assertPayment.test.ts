import { bitcoinNetworks } from '@latchkey/protocol'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from '../bytes/base64.ts'
import { fromHex } from '../bytes/hex.ts'
import { finalizePsbt } from '../psbt/finalizePsbt.ts'
import { coinOf, senderOf, signPayment, types } from '../testing/sender.ts'
import { testWallet } from '../testing/wallet.ts'
import { assertPayment } from './assertPayment.ts'
import { buildPayment } from './buildPayment.ts'

const chainId = bitcoinNetworks.regtest

describe('assertPayment', () => {
  const coins = types.map((type, seed) => coinOf({ value: 100_000n + BigInt(seed), type, seed }))
  const receiver = testWallet('receiver')
  const { psbt, payment } = buildPayment({
    coins,
    receiver: receiver.address,
    amount: 370_000n,
    changeAddress: senderOf('p2wpkh').address,
    feeRate: 5_000n,
    chainId,
    lockTime: 7,
  })
  const thief = testWallet('thief')
  const differs = expect.objectContaining({ code: 'send_failed' })

  type Draft = {
    inputs: ReturnType<Transaction['getInput']>[]
    outputs: { script: Uint8Array; amount: bigint }[]
    lockTime: number
    version: number
  }
  /** The payment's PSBT with a change. */
  const mutate = (change: (draft: Draft) => void): string => {
    const original = Transaction.fromPSBT(fromBase64(psbt))
    const draft: Draft = {
      inputs: Array.from({ length: original.inputsLength }, (_, index) => original.getInput(index)),
      outputs: Array.from({ length: original.outputsLength }, (_, index) => {
        const { script, amount } = original.getOutput(index)
        return { script: script as Uint8Array, amount: amount as bigint }
      }),
      lockTime: original.lockTime,
      version: original.version,
    }
    change(draft)
    const mutant = new Transaction({ lockTime: draft.lockTime, version: draft.version, allowUnknownOutputs: true })
    for (const input of draft.inputs) mutant.addInput(input)
    for (const output of draft.outputs) mutant.addOutput(output)
    return toBase64(mutant.toPSBT())
  }
  const paid = (draft: Draft) => draft.outputs.find(({ amount }) => amount === 370_000n) as Draft['outputs'][number]
  const change = (draft: Draft) => draft.outputs.find(({ amount }) => amount !== 370_000n) as Draft['outputs'][number]
  const other = coinOf({ value: 100_000n, seed: 77 })
  const foreignInput: Draft['inputs'][number] = {
    txid: fromHex(other.txid),
    index: 0,
    sequence: 0xfffffffd,
    witnessUtxo: { script: other.script, amount: other.value },
  }
  const mutants: Record<string, (draft: Draft) => void> = {
    'another amount': (draft) => {
      paid(draft).amount -= 1n
    },
    'an amount that the change pays for': (draft) => {
      paid(draft).amount += 500n
      change(draft).amount -= 500n
    },
    'another receiver': (draft) => {
      paid(draft).script = thief.script
    },
    'change that goes elsewhere': (draft) => {
      change(draft).script = thief.script
    },
    'one more output': (draft) => {
      change(draft).amount -= 1_000n
      draft.outputs.push({ script: thief.script, amount: 1_000n })
    },
    'one more output of data': (draft) => {
      draft.outputs.push({ script: Uint8Array.of(0x6a, 1, 1), amount: 0n })
    },
    'no change': (draft) => {
      draft.outputs.splice(draft.outputs.indexOf(change(draft)), 1)
    },
    'a higher fee': (draft) => {
      change(draft).amount -= 1n
    },
    'another coin': (draft) => {
      const index = draft.inputs.findIndex(({ nonWitnessUtxo, witnessUtxo }) => nonWitnessUtxo && witnessUtxo)
      draft.inputs[index] = foreignInput
    },
    'one more coin': (draft) => {
      draft.inputs.push(foreignInput)
    },
    'a coin less': (draft) => {
      draft.inputs.pop()
    },
    'another lock time': (draft) => {
      draft.lockTime = 8
    },
    'another version': (draft) => {
      draft.version = 1
    },
    'no replacement announced': (draft) => {
      for (const input of draft.inputs) input.sequence = 0xffffffff
    },
    'another worth of a coin': (draft) => {
      const taproot = draft.inputs.find(({ tapInternalKey }) => tapInternalKey)
      if (taproot?.witnessUtxo) taproot.witnessUtxo = { ...taproot.witnessUtxo, amount: 1n }
    },
    ...Object.fromEntries(
      [2, 3, 0x81, 0x82, 0x83].map((sighashType) => [
        `a signature of type ${sighashType}`,
        (draft: Draft) => {
          ;(draft.inputs[0] as Draft['inputs'][number]).sighashType = sighashType
        },
      ]),
    ),
  }

  it('accepts the previewed payment', () => {
    const signed = signPayment(psbt, payment)
    const takes = (given: { psbt: string } | { hex: string }) =>
      expect(() => assertPayment({ payment, ...given })).not.toThrow()
    takes({ psbt })
    takes({ psbt: signed.psbt })
    takes({ psbt: finalizePsbt({ psbt: signed.psbt }).psbt })
    takes({ hex: signed.hex })
    takes({ psbt: mutate(() => {}) })
  })

  it.each(Object.entries(mutants))('catches %s', (_, change) => {
    expect(() => assertPayment({ payment, psbt: mutate(change) })).toThrow(differs)
  })

  it('catches signatures that leave something open, in PSBTs and in transactions', () => {
    const wallet = senderOf('p2wpkh')
    const single = buildPayment({
      coins: [coinOf({ value: 100_000n, seed: 5 })],
      receiver: receiver.address,
      amount: 50_000n,
      changeAddress: wallet.address,
      feeRate: 2_000n,
      chainId,
    })
    for (const sighashType of [2, 3, 0x81]) {
      const transaction = Transaction.fromPSBT(fromBase64(single.psbt))
      transaction.updateInput(0, { sighashType })
      transaction.signIdx(wallet.privateKey, 0, [sighashType as never])
      const { partialSig } = transaction.getInput(0)
      // Without the field that declares it.
      const silent = Transaction.fromPSBT(fromBase64(single.psbt))
      silent.updateInput(0, { partialSig: partialSig as NonNullable<typeof partialSig> }, true)
      const signed = toBase64(silent.toPSBT())
      expect(() => assertPayment({ payment: single.payment, psbt: signed })).toThrow(differs)
      const { hex } = finalizePsbt({ psbt: signed })
      expect(() => assertPayment({ payment: single.payment, hex })).toThrow(differs)
    }
    const unsigned = Transaction.fromPSBT(fromBase64(single.psbt))
    expect(() => assertPayment({ payment: single.payment, hex: unsigned.hex })).toThrow(differs)
  })

  it('catches sums that do not hold', () => {
    expect(() => assertPayment({ payment: { ...payment, fee: payment.fee + 1n }, psbt })).toThrow(differs)
  })
})
