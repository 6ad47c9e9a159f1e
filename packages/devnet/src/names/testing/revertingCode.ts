import { concat, type Hex, numberToHex, size } from 'viem'

/** Returns the code of a contract that reverts every call with the same data. The data follows the instructions in the code. */
export function revertingCode(data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  // PUSH2 length, PUSH1 13, PUSH0, CODECOPY, PUSH2 length, PUSH0, REVERT, STOP
  return concat(['0x61', length, '0x600c5f39', '0x61', length, '0x5ffd', data])
}
