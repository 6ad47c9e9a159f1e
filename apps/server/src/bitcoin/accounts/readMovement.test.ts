import { expect, test } from 'vitest'
import { readMovement } from './writeHistoryItem.ts'

const [own, other, third] = ['bcrt1qown', 'bcrt1qother', 'bcrt1qthird']
const none = undefined

type Side = [address: string | undefined, value: number][]

const output = ([address, value]: Side[number]) => ({
  scriptpubkey: '00',
  value,
  ...(address ? { scriptpubkey_address: address } : {}),
})

/** Returns the movement of the first address in a transaction with these inputs and outputs. */
function movementOf(inputs: Side, outputs: Side) {
  const sum = (side: Side) => side.reduce((total, [, value]) => total + value, 0)
  const isNew = inputs.length === 0
  const vin = inputs.map((input) => ({ txid: 'aa'.repeat(32), vout: 0, prevout: output(input) }))
  return readMovement({
    address: own,
    transaction: {
      txid: 'bb'.repeat(32),
      vin: isNew ? [{ txid: '00'.repeat(32), vout: 0xffffffff, prevout: null, is_coinbase: true }] : vin,
      vout: outputs.map(output),
      fee: isNew ? 0 : sum(inputs) - sum(outputs),
      status: { confirmed: true },
    },
  })
}

test.each<[string, Side, Side, ReturnType<typeof movementOf>]>([
  [
    'a payment with change',
    [[own, 1000]],
    [
      [other, 300],
      [own, 600],
    ],
    { direction: 'out', amount: 300, from: own, to: other },
  ],
  [
    'a payment of everything',
    [
      [own, 600],
      [own, 400],
    ],
    [[other, 900]],
    { direction: 'out', amount: 900, from: own, to: other },
  ],
  [
    'one to several: the largest is named',
    [[own, 1000]],
    [
      [other, 100],
      [third, 700],
    ],
    { direction: 'out', amount: 800, from: own, to: third },
  ],
  [
    'a receipt',
    [[other, 1000]],
    [
      [own, 250],
      [other, 700],
    ],
    { direction: 'in', amount: 250, from: other, to: own },
  ],
  [
    'a receipt in two parts',
    [[other, 1000]],
    [
      [own, 250],
      [own, 50],
      [other, 600],
    ],
    { direction: 'in', amount: 300, from: other, to: own },
  ],
  [
    'coins joined',
    [
      [own, 500],
      [own, 500],
    ],
    [[own, 900]],
    { direction: 'self', amount: 900, from: own, to: own },
  ],
  [
    'data in the chain',
    [[own, 1000]],
    [
      [none, 0],
      [own, 900],
    ],
    { direction: 'self', amount: 900, from: own, to: own },
  ],
  ['everything as a fee but data', [[own, 1000]], [[none, 0]], { direction: 'self', amount: 0, from: own, to: own }],
  ['a block’s reward', [], [[own, 5000]], { direction: 'in', amount: 5000, from: 'coinbase', to: own }],
  [
    'together with others, out',
    [
      [own, 500],
      [other, 500],
    ],
    [
      [third, 600],
      [own, 300],
    ],
    { direction: 'out', amount: 200, from: own, to: third },
  ],
  [
    'together with others, in',
    [
      [own, 100],
      [other, 900],
    ],
    [
      [own, 400],
      [other, 500],
    ],
    { direction: 'in', amount: 300, from: other, to: own },
  ],
  [
    'to a script without an address',
    [[own, 1000]],
    [
      [none, 800],
      [own, 100],
    ],
    { direction: 'out', amount: 800, from: own, to: own },
  ],
])('behavior: %s', (_, inputs, outputs, movement) => {
  expect(movementOf(inputs, outputs)).toEqual(movement)
})
