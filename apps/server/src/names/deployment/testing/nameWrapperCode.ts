import { type Address, concat, type Hex, numberToHex, size, toFunctionSelector } from 'viem'

/**
 * Returns the code of a contract like ENS's NameWrapper. Every name is wrapped and belongs to one account, whose other calls it forwards to
 * the registry.
 */
export function nameWrapperCode({ owner, registry }: { owner: Address; registry: Address }): Hex {
  // Every target is one byte, so the positions do not depend on the targets.
  const places = placesOf(codeParts({ owner, registry, targets: [0, 0, 0, 0] }))
  return concat(codeParts({ owner, registry, targets: places }))
}

function codeParts({ owner, registry, targets }: { owner: Address; registry: Address; targets: readonly number[] }) {
  const [isWrapped, ownerOf, passOn, refused] = targets.map((target) => numberToHex(target, { size: 1 }))
  const ifCall = (signature: string, target: Hex = '0x') =>
    // DUP1, PUSH4, EQ, PUSH1, JUMPI
    concat(['0x8063', toFunctionSelector(signature), '0x1460', target, '0x57'])
  const head = concat([
    // The function: PUSH0, CALLDATALOAD, PUSH1 224, SHR
    '0x5f3560e01c',
    ifCall('isWrapped(bytes32)', isWrapped),
    ifCall('ownerOf(uint256)', ownerOf),
    // CALLER, PUSH20, EQ, PUSH1, JUMPI, and else REVERT
    concat(['0x3373', owner, '0x1460', passOn ?? '0x', '0x575f5ffd']),
  ])
  const answer = (push: Hex) => concat(['0x5b', push, '0x5f5260205ff3'])
  return [
    head,
    answer('0x6001'),
    answer(concat(['0x73', owner])),
    // CALLDATACOPY of everything, CALL, ISZERO, PUSH1, JUMPI, STOP
    concat(['0x5b365f5f375f5f365f5f73', registry, '0x5af11560', refused ?? '0x', '0x5700']),
    '0x5b5f5ffd' as const,
  ]
}

/** Returns the start of each part except the first. */
function placesOf(parts: readonly Hex[]): number[] {
  let offset = 0
  return parts.slice(0, -1).map((part) => {
    offset += size(part)
    return offset
  })
}
